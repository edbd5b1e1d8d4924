import { expect, test } from 'vitest';

import { expectNativePackages } from '#server/platform/native-packages.ts';

test.each(['@node-rs/argon2', 'sharp'])(
  'a start without the native package of %s names the flag that installs it',
  async (missing) => {
    const start = expectNativePackages(async (name) => {
      if (name === missing) throw new Error('Cannot find module');
    });

    await expect(start).rejects.toThrow(
      `The part of ${missing} for ${process.platform}-${process.arch} is missing: npm left optional packages ` +
        'out. Run npm ci --include=optional, then npm start.',
    );
  },
);

test('a start with native packages continues', async () => {
  await expect(expectNativePackages()).resolves.toBeUndefined();
});
