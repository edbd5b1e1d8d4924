/** What can be wrong with one field: the code that clients turn into words. */
export type FieldCode =
  | 'required'
  | 'too-long'
  | 'too-short'
  | 'too-common'
  | 'mismatch'
  | 'unknown-field'
  | 'invalid';

/** The part of a zod issue that decides its field code. */
export type Issue = {
  code?: string | undefined;
  path: readonly PropertyKey[];
  keys?: readonly string[];
  input?: unknown;
  params?: Record<string, unknown> | undefined;
  minimum?: number | bigint;
};

const codes: Record<string, FieldCode> = {
  too_small: 'too-short',
  too_big: 'too-long',
  unrecognized_keys: 'unknown-field',
};

/** Names what is wrong with a field, the same on the phone and on the server. */
export function fieldCodeOf(issue: Issue): FieldCode {
  const named = issue.params?.['code'];
  if (
    named === 'too-long' ||
    named === 'too-common' ||
    named === 'mismatch' ||
    named === 'required'
  )
    return named;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  if (issue.code === 'too_small' && issue.minimum === 1) return 'required';
  return codes[issue.code ?? ''] ?? 'invalid';
}

/** Field codes by field path (`options.0.oddName`), as they stand in a problem's `errors`. */
export function fieldCodes(issues: readonly Issue[]): Record<string, FieldCode[]> {
  const byField: Record<string, FieldCode[]> = {};
  for (const issue of issues) {
    const at = issue.path.map(String).join('.');
    const fields = issue.keys?.map((key) => (at ? `${at}.${key}` : key)) ?? [at];
    for (const field of fields) (byField[field] ??= []).push(fieldCodeOf(issue));
  }
  return byField;
}
