/** The languages of the audit: one of each direction. */
export const sides = ['en', 'ar'] as const;

export type Side = (typeof sides)[number];
