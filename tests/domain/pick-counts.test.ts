import { expect, test } from 'vitest';
import { findLeadingPick } from '#domain/pick-counts.ts';

test.each([
  { what: 'the home side', opinion: { home: 5, draw: 1, away: 2 }, lead: ['home', 5, 8, 0.625] },
  { what: 'a draw', opinion: { home: 1, draw: 2, away: 1 }, lead: ['draw', 2, 4, 0.5] },
  { what: 'the away side alone', opinion: { home: 0, draw: 0, away: 3 }, lead: ['away', 3, 3, 1] },
  { what: 'none if two are picked equally often', opinion: { home: 2, draw: 0, away: 2 } },
  { what: 'none if nobody picks any', opinion: { home: 0, draw: 0, away: 0 } },
])('the most picked side is $what', ({ opinion, lead }) => {
  const found = findLeadingPick(opinion);

  expect(found && [found.sign, found.count, found.all, found.share]).toEqual(lead);
});
