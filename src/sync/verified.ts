/** An answer that came from where it should; its body is read, not yet checked against a shape. */
export type VerifiedAnswer = { valid: true; body: unknown } | { valid: false };

const jsonType = /^application\/(?:[\w!#$%&*.^`~-]+\+)?json\s*(?:;|$)/i;

/**
 * Whether an answer can be believed: from the API's own origin, not redirected, JSON, and echoing
 * the operation's key when the backend is one that does. A portal's login page is none of these.
 */
export function verify(
  response: Response,
  text: string,
  expected: {
    origin: string;
    key: string | undefined;
    /** Whether the backend's responses prove themselves; undefined while nobody knows. */
    echoes: boolean | undefined;
  },
): VerifiedAnswer {
  if (response.redirected || originOf(response.url) !== expected.origin) return { valid: false };

  const owesEcho = expected.key !== undefined && expected.echoes === true;
  if (owesEcho && response.headers.get('x-op-id') !== expected.key) return { valid: false };

  // The spec leaves the body of several changes open, so a backend without proofs may send none.
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
