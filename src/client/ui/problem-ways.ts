/**
 * What a problem leaves to do. `again`: the very same may be taken another time. `change`: it has to
 * be another one, made where the first was made. `choose`: somebody else changed it too, and both
 * are shown. `settled`: there is nothing to send any more, so it only has to be let go. `wait`: it
 * goes on by itself.
 */
export type Way = 'again' | 'change' | 'choose' | 'settled' | 'wait';

const ways: Readonly<Record<string, Way>> = {
  'fixture-started': 'change',
  'unknown-fixture': 'change',
  'unknown-option': 'change',
  'already-selected': 'change',
  'slip-is-empty': 'change',
  'slip-is-full': 'change',
  'invalid-input': 'change',
  'invalid-price': 'change',
  'reason-required': 'change',
  'unknown-leg': 'change',
  'legs-undecided': 'change',
  'picture-unreadable': 'change',
  'unsupported-media-type': 'change',
  'too-large': 'change',
  'identity-mismatch': 'change',
  'tip.post not-found': 'change',

  'stale-version': 'choose',

  'already-booked': 'settled',
  'already-confirmed': 'settled',
  'tip-expired': 'settled',
  'too-late-to-withdraw': 'settled',
  'own-tip': 'settled',
  'own-follow': 'settled',
  'not-a-tipster': 'settled',
  'not-found': 'settled',
  'id-unknown': 'settled',
  unreadable: 'settled',

  'operation-in-progress': 'wait',
  'lane-stopped': 'wait',
};

/** The way on from a problem; one this build does not know may be tried again. */
export function wayOn(code: string | undefined, kind = ''): Way {
  if (code === undefined) return 'again';
  return ways[`${kind} ${code}`] ?? ways[code] ?? 'again';
}
