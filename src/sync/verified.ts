/** An answer that came from where it should; its body is read, not yet checked against a shape. */
export type VerifiedAnswer = { genuine: true; body: unknown } | { genuine: false };

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
  if (response.redirected || originOf(response.url) !== expected.origin) return { genuine: false };

  const owesEcho = expected.key !== undefined && expected.echoes === true;
  if (owesEcho && response.headers.get('x-op-id') !== expected.key) return { genuine: false };

  // The spec leaves the body of several changes open, so a backend without proofs may send none.
  if (text === '' && response.ok && expected.echoes === false) {
    return { genuine: true, body: undefined };
  }
  if (!jsonType.test(response.headers.get('content-type') ?? '')) return { genuine: false };
  try {
    return { genuine: true, body: JSON.parse(text) };
  } catch {
    return { genuine: false };
  }
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
