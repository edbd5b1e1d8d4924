import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { recordOf, replaceTips } from '#domain/record.ts';
import type { TipOutcome } from '#domain/tip.ts';

test('a record after a change of tips equals the record of all tips', () => {
  const anyTips = fc.array(
    fc.record({
      outcome: fc.constantFrom<TipOutcome>('won', 'lost', 'void', 'open'),
      totalOdds: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 100, max: 9999 }).map((whole) => whole / 100),
      ),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(anyTips, anyTips, anyTips, (same, before, after) => {
      const record = recordOf([...same, ...before]);

      expect(replaceTips(record, before, after)).toEqual(recordOf([...same, ...after]));
    }),
  );
});
