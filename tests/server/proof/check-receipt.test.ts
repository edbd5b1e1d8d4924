import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { aCommunityWithHistory, bend } from './support.ts';

const script = join(import.meta.dirname, '../../../src/client/features/pages/check-receipt.js');

test('the lines of Help prove a tip, and find out one that was changed', async () => {
  const { community, tip } = await aCommunityWithHistory();
  const site = await community.api.app.listen({ host: '127.0.0.1', port: 0 });
  const checks = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, site, tip.id]);
    return stdout.trim().split('\n');
  };

  const whole = await checks();
  expect(whole).toHaveLength(5);
  expect(whole.filter((line) => !line.startsWith('proved by 2026-03-07T'))).toEqual([]);

  await bend(community, `update audit set reason = 'Another.' where action = 'leg.price'`);
  expect((await checks()).filter((line) => line.startsWith('NOT PROVED'))).toHaveLength(2);
});
