import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { withLock } from '#server/platform/build-lock.ts';

import { aDataDir } from '../../testing/server/server-process.ts';

describe('concurrent starts in one folder', () => {
  test('run one after the other', async () => {
    const path = join(await aDataDir(), 'turn');
    const lines: string[] = [];
    const order: string[] = [];
    const turn = async (name: string) =>
      withLock(
        path,
        (line) => lines.push(line),
        async () => {
          order.push(`${name} begins`);
          // The first start waits until the others have begun, even on a busy machine.
          await expect.poll(() => lines).toHaveLength(2);
          order.push(`${name} ends`);
        },
      );

    await Promise.all([turn('one'), turn('two'), turn('three')]);

    expect(order).toHaveLength(6);
    for (let n = 0; n < 6; n += 2) {
      expect(order[n + 1]).toBe(order[n]?.replace('begins', 'ends'));
    }
    expect(lines).toHaveLength(2);
    expect(existsSync(path)).toBe(false);
  });

  test('continue after one was killed or failed', async () => {
    const path = join(await aDataDir(), 'turn');
    const exited = spawnSync(process.execPath, ['-e', '']);
    await writeFile(path, String(exited.pid));

    expect(
      await withLock(
        path,
        () => undefined,
        async () => 'after the killed',
      ),
    ).toBe('after the killed');
    const failing = withLock(
      path,
      () => undefined,
      async () => Promise.reject(new Error('no')),
    );
    await expect(failing).rejects.toThrow('no');
    expect(
      await withLock(
        path,
        () => undefined,
        async () => 'after the failed',
      ),
    ).toBe('after the failed');
  });
});
