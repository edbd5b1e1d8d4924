/** A tipster's month as far as the table looks at it. */
export type Contender = {
  readonly tipsterId: string;
  readonly settled: number;
  readonly flatProfit: number;
};

/** Fewer settled tips than this in a month give no rank. */
export const settledForRank = 5;

/**
 * The table of a month: by flat profit, then by how many tips it took, who has enough of them
 * before who has not. The same profit from as many tips is the same rank, and the next one is
 * left out.
 */
export function ranked<Row extends Contender>(
  rows: readonly Row[],
): (Row & { rank: number | undefined })[] {
  const inOrder = rows.toSorted(byPlace);
  let rank = 0;
  return inOrder.map((row, index) => {
    if (row.settled < settledForRank) return { ...row, rank: undefined };
    const above = inOrder[index - 1];
    const shares = above?.flatProfit === row.flatProfit && above.settled === row.settled;
    if (!shares) rank = index + 1;
    return { ...row, rank };
  });
}

function byPlace(a: Contender, b: Contender): number {
  return (
    Number(b.settled >= settledForRank) - Number(a.settled >= settledForRank) ||
    b.flatProfit - a.flatProfit ||
    b.settled - a.settled ||
    (a.tipsterId < b.tipsterId ? -1 : 1)
  );
}

/** The month, in UTC, that a moment belongs to, as in `2026-11`. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}
