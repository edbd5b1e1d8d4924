import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { ProfileName, UserName } from '#contract/values.ts';

// A staff name is searched for in every run of words, at a cost that grows with the cube of the length.
test.each([
  ['user name', UserName],
  ['name of a profile', ProfileName],
])('a %s that is too long is checked for nothing else', (_, schema) => {
  const { error } = z.safeParse(schema, 'admin\u200b '.repeat(20));

  expect(error?.issues).toHaveLength(1);
});
