/** What the design allows, in bytes, ratios and, on a slowed phone, milliseconds. */
export const budgets = {
  scriptBeforeRows: 125_000,
  style: 15_000,
  furtherRoute: 40_000,
  precache: 1_200_000,
  rowsAgainstStatic: 2,
  firstPaintAgainstStatic: 1.25,
  largestPaint: 2500,
  layoutShift: 0.02,
  tapToPaint: 200,
  coldRoute: 1000,
  chipAfterCut: 2000,
  chipAfterSilence: 12_000,
  slipKept: 300,
  longestTask: 200,
  framesASecond: 55,
} as const;
