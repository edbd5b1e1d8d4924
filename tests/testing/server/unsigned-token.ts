/** A token with the algorithm "none". */
export function unsignedToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'at+jwt' })}.${part({ sub: crypto.randomUUID() })}.x`;
}
