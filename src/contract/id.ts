/** Format of an id: a UUID. Separate from the schemas, so that first screens do not load zod. */
export const idPattern =
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-(?:0{4}-){3}0{12}|f{8}-(?:f{4}-){3}f{12})$/i;

/** The maximum length of a fixture's id, in characters. */
export const maxFixtureIdLength = 64;

/** True if a text from outside, such as a URL, may be a fixture's id. */
export function isFixtureId(text: string): boolean {
  return text !== '' && text.length <= maxFixtureIdLength && !/\p{Cc}/u.test(text);
}

/** True if a text from outside, such as a URL, is a UUID. */
export function isId(text: string): boolean {
  return idPattern.test(text);
}
