/** The parsed body of a valid response, not yet checked against a schema. */
export type VerifiedBody = { valid: true; body: unknown } | { valid: false };

const jsonType = /^application\/(?:[\w!#$%&*.^`~-]+\+)?json\s*(?:;|$)/i;

/**
 * Verifies that a response comes from the API: same origin, not redirected, JSON, and with the
 * operation's key if the backend repeats keys. This rejects a captive portal's login page.
 */
export function verifyResponse(
  response: Response,
  text: string,
  expected: {
    origin: string;
    key: string | undefined;
    /** True if the backend repeats keys in its responses; undefined before the first ping. */
    echoes: boolean | undefined;
  },
): VerifiedBody {
  if (response.redirected || originOf(response.url) !== expected.origin) return { valid: false };

  const expectsEcho = expected.key !== undefined && expected.echoes === true;
  if (expectsEcho && response.headers.get('x-op-id') !== expected.key) return { valid: false };

  // The spec does not define the body of several changes, so a spec-only backend may send none.
  if (text === '' && response.ok && expected.echoes === false) {
    return { valid: true, body: undefined };
  }
  if (!jsonType.test(response.headers.get('content-type') ?? '')) return { valid: false };
  try {
    return { valid: true, body: JSON.parse(text) };
  } catch {
    return { valid: false };
  }
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
