/** Parses one value of a URL; undefined removes the parameter. */
type ValueParser<Value> = (text: string) => Value | undefined;
type SearchShape = Record<string, ValueParser<unknown>>;
type ParsedSearch<Shape extends SearchShape> = {
  [Name in keyof Shape]?: Exclude<ReturnType<Shape[Name]>, undefined> | undefined;
};

/**
 * Creates a route's `validateSearch`. The router merges the result over the raw query, so all names
 * are set, and invalid values are undefined.
 */
export function createSearchParser<Shape extends SearchShape>(
  shape: Shape,
): (query: Record<string, unknown>) => ParsedSearch<Shape>;
export function createSearchParser(shape: SearchShape) {
  return (query: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(shape).map(([name, parse]) => {
        const value = query[name];
        return [name, isAddressValue(value) ? parse(String(value)) : undefined];
      }),
    );
}

/** True for values that a URL can contain; links in the app may pass numbers and booleans. */
export function isAddressValue(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export function createChoiceParser<const Value extends string>(
  ...values: Value[]
): ValueParser<Value> {
  return (text) => values.find((value) => value === text);
}

export function createPatternParser(pattern: RegExp): ValueParser<string> {
  return (text) => (pattern.test(text) ? text : undefined);
}

/** Parses text; longer text is truncated to `maxLength` characters. */
export function createTextParser(maxLength: number): ValueParser<string> {
  return (text) => text.trim().slice(0, maxLength) || undefined;
}

/** Parses a whole number from 1 to `max`. */
export function createWholeNumberParser(max: number): ValueParser<number> {
  return (text) => {
    const whole = Number(text);
    return Number.isInteger(whole) && whole >= 1 && whole <= max ? whole : undefined;
  };
}

export function parseTrue(text: string): boolean | undefined {
  return text === 'true' || undefined;
}

/** Format of a league's key; the league need not exist. */
export const parseLeagueKey = createPatternParser(/^[a-z0-9_]{1,64}$/);

/** A month, as in "2026-11". */
export const parseMonth = createPatternParser(/^20\d\d-(0[1-9]|1[0-2])$/);
