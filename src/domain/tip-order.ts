/** Puts upcoming tips first, earliest kick-off first, then started tips in their given order. */
export function sortUpcomingFirst<Tip extends { readonly expiryTime: string }>(
  tips: readonly Tip[],
  now: Date,
): Tip[] {
  const isToCome = ({ expiryTime }: Tip) => Date.parse(expiryTime) > now.getTime();
  return [
    ...tips
      .filter(isToCome)
      .toSorted((one, other) => one.expiryTime.localeCompare(other.expiryTime)),
    ...tips.filter((tip) => !isToCome(tip)),
  ];
}
