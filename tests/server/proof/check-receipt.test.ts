import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { aCommunity, aTip } from '../../testing/tips/tips.ts';
import { aCommunityWithHistory, bend } from './support.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../../src/client/features/pages/check-receipt.js');

test('the program on the help page verifies a tip, and detects a changed one', async () => {
  const { community, tip } = await aCommunityWithHistory();
  const site = await community.api.app.listen({ host: '127.0.0.1', port: 0 });
  const checks = async () => {
    const { stdout } = await run(process.execPath, [script, site, tip.id]);
    return stdout.trim().split('\n');
  };

  const whole = await checks();
  expect(whole).toHaveLength(5);
  expect(whole.filter((line) => !line.startsWith('proved by 2026-03-07T'))).toEqual([]);

  await bend(community, `update audit set reason = 'Another.' where action = 'leg.price'`);
  expect((await checks()).filter((line) => line.startsWith('NOT PROVED'))).toHaveLength(2);
});

test('the program on the help page reports a tip that is not sealed or does not exist', async () => {
  const community = await aCommunity();
  const { tip } = await aTip(community);
  const site = await community.api.app.listen({ host: '127.0.0.1', port: 0 });

  const young = await run(process.execPath, [script, site, tip.id]);
  const none = await run(process.execPath, [script, site, '01a0db5c-0000-7000-8000-000000000000']);

  expect(young.stdout).toMatch(/^not in a checkpoint yet /);
  expect(none.stdout.trim()).toBe('There is nothing here.');
});
