/** The id of a numbered tipster. */
function tipster(number: number): string {
  return `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** A follow in its own lane. */
export function follow(number: number, following = true) {
  return { tipsterId: tipster(number), following };
}
