/** The languages that screens are looked at in: one from each side. */
export const sides = ['en', 'ar'] as const;

export type Side = (typeof sides)[number];
