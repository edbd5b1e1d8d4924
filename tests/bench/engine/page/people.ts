/** The id of the benchmark's member with this number of rows. */
export function memberWith(count: number): string {
  return `0195a000-0000-7000-8000-${String(count).padStart(12, '0')}`;
}

/** A token that contains the member's id; the benchmark's host checks nothing else. */
export function tokenOf(memberId: string): string {
  const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'HS256' })}.${part({ sub: memberId, exp: 4_000_000_000 })}.signature`;
}
