import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import type { Profile } from '#contract/members.ts';
import { messageOf, type ProblemCode, statusOf } from '#contract/problem.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { createId } from '#sync/ids.ts';
import { parseOperation, type PayloadOf } from '#sync/operations/registry.ts';

export const memberId = '0195a000-0000-7000-8000-000000000001';
export const otherMemberId = '0195a000-0000-7000-8000-000000000002';
export const tipsterId = '0195a000-0000-7000-8000-000000000003';
export const tipId = '0195a000-0000-7000-8000-00000000000a';

/** A token that names its member, with an invalid signature. */
export function tokenOf(member: string, label = 'signature'): string {
  return tokenWith({ sub: member, exp: 4_000_000_000 }, label);
}

/** A token with these claims and an invalid signature. */
export function tokenWith(claims: Record<string, unknown>, label = 'signature'): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.${label}`;
}

/** The answer to a login, with a new token each time. */
export function loginAnswer(member: string, claims: Record<string, unknown> = {}) {
  const all = { sub: member, jti: crypto.randomUUID(), ...claims };
  return { access_token: tokenWith(all), userId: member };
}

/** An upcoming game; its kick-off depends on the test's clock. */
export function scheduledFixture(values: Partial<Fixture> & Pick<Fixture, 'kickOff'>): Fixture {
  return {
    id: 'arsenal-chelsea',
    sportKey: 'soccer_epl',
    home: 'Arsenal',
    away: 'Chelsea',
    status: 'scheduled',
    ...values,
  };
}

/** A selection on the slip of the game of `leg()`, or of another game. */
export function slipSelection(fixtureId = 'fixture-1') {
  return {
    fixtureId,
    game: 'Arsenal Vs Chelsea',
    oddsId: 1,
    kickOff: new Date('2026-03-02T15:00:00Z'),
    sportKey: 'soccer_epl',
  };
}

export function leg(values: Partial<Leg> = {}): Leg {
  return {
    fixtureId: 'fixture-1',
    game: 'Arsenal Vs Chelsea',
    group: '1X2',
    oddName: '1X2 - 1',
    odd: 2.5,
    startDateOfGame: '2026-03-02T15:00:00.000Z',
    status: false,
    result: 'pending',
    ...values,
  };
}

export function serverTip(values: Partial<Tip> = {}): Tip {
  return {
    id: tipId,
    tipsterId: memberId,
    tipsterName: 'Ada Obi',
    options: [leg()],
    totalOdds: 2.5,
    creationTime: '2026-03-01T10:00:00.000Z',
    expiryTime: '2026-03-02T15:00:00.000Z',
    IsBooked: false,
    IsGameSuccessful: false,
    outcome: 'open',
    totalGamesWon: 0,
    totalGamesLost: 0,
    gameRankPercentage: 0,
    version: 1,
    stake: 0,
    ...values,
  };
}

/** Another member's tip, without what only its owner sees. */
export function publicTip(values: Partial<Tip> = {}): Tip {
  const { IsBooked: _booked, stake: _stake, ...tip } = serverTip();
  return { ...tip, tipsterId, tipsterName: 'Amara Okafor', ...values };
}

/** A leg as it is queued. */
export function queuedLeg({ fixtureId, game, group, oddName, odd, startDateOfGame }: Leg) {
  return { fixtureId, game, group, oddName, odd, startDateOfGame };
}

export function tipPayload(values: Partial<PayloadOf<'tip.post'>> = {}): PayloadOf<'tip.post'> {
  return {
    id: createId(),
    tipsterName: 'Ada Obi',
    options: [
      {
        fixtureId: 'fixture-1',
        game: 'Arsenal Vs Chelsea',
        group: '1X2',
        oddName: '1X2 - 1',
        odd: 2.5,
        startDateOfGame: '2026-03-02T15:00:00.000Z',
      },
    ],
    stake: 0,
    ifStarted: 'refuse',
    ...values,
  };
}

export function profile(values: Partial<Profile> = {}): Profile {
  return {
    id: memberId,
    email: 'ada@example.org',
    userName: 'ada',
    firstName: 'Ada',
    lastName: 'Obi',
    country: 'NG',
    phoneNumber: '+2348012345678',
    state: 'Lagos',
    address: '1 Marina',
    showPhone: false,
    picture: null,
    isTipster: true,
    emailVerified: true,
    role: 'member',
    createdAt: '2026-01-01T00:00:00.000Z',
    ...values,
  };
}

/** A queued operation, by default a booking; its subjects are those of its payload. */
export function row(values: Partial<OperationRow> = {}): OperationRow {
  const { seq = 1, kind = 'tip.book', payload = { tipId } } = values;
  const parsed = parseOperation({ kind, v: 1, payload });
  return {
    seq,
    id: `0195b000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    memberId,
    kind,
    v: 1,
    subjects:
      typeof parsed === 'object' ? parsed.operation.subjects(parsed.payload) : [`tip:${tipId}`],
    payload,
    state: 'pending',
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    sentEver: false,
    queuedAt: '2026-03-01T11:00:00.000Z',
    log: [],
    ...values,
  };
}

/** A row that was sent once and whose response is judged next. */
export function sentRow(values: Partial<OperationRow> = {}): OperationRow {
  return row({ state: 'sending', sentEver: true, attempts: 1, ...values });
}

/** The body of an error response, as the server sends it. */
export function problem(code: ProblemCode, extra: Record<string, unknown> = {}) {
  const message = messageOf(code);
  const status = statusOf(code);
  const type = `urn:touchline:problem:${code}`;
  return { type, title: message, status, code, message, error: { message }, ...extra };
}
