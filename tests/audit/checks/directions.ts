/** The languages of the audit: one for each text direction. */
export const sides = ['en', 'ar'] as const;

export type Side = (typeof sides)[number];
