/** How an id is written: a UUID. Apart from the shapes, for a screen that is there before them. */
export const idText =
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-(?:0{4}-){3}0{12}|f{8}-(?:f{4}-){3}f{12})$/i;

/** The maximum length of a fixture's id, in characters. */
export const maxFixtureIdLength = 64;

/** Whether a text can be a fixture's id; an address may hold anything. */
export function isFixtureId(text: string): boolean {
  return text !== '' && text.length <= maxFixtureIdLength && !/\p{Cc}/u.test(text);
}

/** Whether a text is an id; an address may hold anything. */
export function isId(text: string): boolean {
  return idText.test(text);
}
