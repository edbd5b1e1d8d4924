/** The id of one of many tipsters. */
function tipster(number: number): string {
  return `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** A follow in a lane of its own. */
export function follow(number: number, following = true) {
  return { tipsterId: tipster(number), following };
}
