/** Tips that can still be followed, the next kick-off first; after them those that have started, as they came. */
export function upcomingFirst<Tip extends { readonly expiryTime: string }>(
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
