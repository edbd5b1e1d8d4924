import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { ProfileName, UserName, Version } from '#contract/values.ts';

// The search for staff words takes time cubic in the length, so it must not run on long names.
test.each([
  ['user name', UserName, { code: 'too_big' }],
  ['profile name', ProfileName, { params: { code: 'too-long' } }],
])('reports only the length of a %s that is too long', (_, schema, issue) => {
  const { error } = z.safeParse(schema, 'admin\u200b '.repeat(20));

  expect(error?.issues).toEqual([expect.objectContaining(issue)]);
});

test.each([0, 2 ** 31])('refuses the version %i, which exceeds every column', (version) => {
  expect(z.safeParse(Version, version).success).toBe(false);
});
