let mailed: string | undefined;

/** Takes a verification token out of the address before anything can read it there. */
export function keepMailedToken(token: string): void {
  mailed = token;
}

/** The token of the link that was just opened; it can be had once. */
export function takeMailedToken(): string | undefined {
  const token = mailed;
  mailed = undefined;
  return token;
}
