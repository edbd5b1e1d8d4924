/** What the design allows, in bytes and ratios. */
export const budgets = {
  scriptBeforeRows: 118_000,
  style: 15_000,
  furtherRoute: 40_000,
  precache: 1_200_000,
  rowsAgainstStatic: 2.2,
  firstPaintAgainstStatic: 1.25,
} as const;
