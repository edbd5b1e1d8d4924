import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { ProfileName, UserName } from '#contract/values.ts';

// The search for a staff name takes time cubic in the length.
test.each([
  ['user name', UserName, { code: 'too_big' }],
  ['profile name', ProfileName, { params: { code: 'too-long' } }],
])('reports only the length of a %s that is too long', (_, schema, issue) => {
  const { error } = z.safeParse(schema, 'admin\u200b '.repeat(20));

  expect(error?.issues).toEqual([expect.objectContaining(issue)]);
});
