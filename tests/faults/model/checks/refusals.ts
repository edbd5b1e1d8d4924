import { type Circumstances, reasonsAgainst } from '../../contents/reasons.ts';
import type { Due, Season, AcceptedIntent } from '../../contents/rows-due.ts';
import { placeIn } from '../../world/bookkeeping.ts';
import type { Entry, Refusal } from '../../world/ledger.ts';
import type { World } from '../../world/world.ts';
import type { AnswerTo } from './sent-operations.ts';
import { hasCommonSubject } from '#sync/outbox/subjects.ts';

/** Statuses that are no decision about the operation. */
const passing = new Set([401, 408, 424, 425, 426, 429]);

/**
 * Refusals that depend on the caller or the time. The server does not store them, and decides again
 * when the request is repeated.
 */
const judgedAnew = new Set(['stale-version', 'email-unverified', 'not-allowed']);

/** Records a refusal of the server, with the current position of the bookkeeping. */
export async function recordRefused(
  world: World,
  entry: Entry,
  { status, code, sentAt }: Pick<AnswerTo, 'status' | 'code'> & { sentAt: number },
): Promise<void> {
  if (status < 400 || status >= 500 || passing.has(status)) return;
  if (code === 'operation-in-progress' || code === 'key-reused') return;
  const known = (entry.refusals ??= []);
  const isStored = code !== undefined && !judgedAnew.has(code);
  if (isStored && known.some((refusal) => refusal.code === code)) return;
  const after = await placeIn(world.server.database);
  known.push({ status, code, sentAt, at: world.time.now(), after });
}

/** Checks that the server skips an operation only after a failed one with a common subject. */
export function judgeStopped(world: World, answers: readonly AnswerTo[]): void {
  for (const [index, { key, code }] of answers.entries()) {
    if (code !== 'not-attempted') continue;
    const entry = world.ledger.get(key);
    const stopped = answers.slice(0, index).some((other) => {
      const before = other.status >= 400 ? world.ledger.get(other.key) : undefined;
      return entry && before && hasCommonSubject(before, entry);
    });
    if (!stopped) {
      world.found('refused without cause', `${world.ledger.alias(key)} was not tried, alone`);
    }
  }
}

/** Checks that no rule forbids an operation that the server has accepted. */
export function judgeAccepted(
  world: World,
  entry: Entry,
  {
    due,
    accepted,
    season,
  }: { due: Due; accepted: AcceptedIntent; season: Season & Pick<Circumstances, 'version'> },
): void {
  const refused = { ...accepted, version: versionNamed(entry) };
  // The server accepts the undisputed options of such a call before it refuses the others.
  const isPartlyRefused =
    (entry.kind === 'prices.set' || entry.kind === 'fixture.settle') &&
    entry.refusals?.some(({ code }) => code === 'stale-version');
  const reasons = reasonsAgainst(due, refused, circumstances(world, season)).filter(
    (reason) => reason !== 'email-unverified' && !(isPartlyRefused && reason === 'stale-version'),
  );
  if (reasons.length === 0) return;
  world.found(
    'taken against a rule',
    `${entry.alias} ${entry.kind} was taken, where it is ${reasons.join(', ')}`,
  );
}

/** The version of a tip or fixture that the request named. */
function versionNamed({ kind, bytes = '' }: Entry): number | undefined {
  const isInBody = kind === 'fixture.settle' || kind === 'fixture.correct';
  const named = isInBody ? /"version":(\d+)/.exec(bytes)?.[1] : bytes.split(' ').at(-1);
  return named !== undefined && /^\d+$/.test(named) ? Number(named) : undefined;
}

function circumstances(
  world: World,
  known: Season & Pick<Circumstances, 'version'>,
): Circumstances {
  return {
    ...known,
    isAdministrator: (id) =>
      world.people.some((person) => person.id === id && person.role === 'administrator'),
    mayBeUnverified: (id, at) => mayBeUnverified(world, id, at),
  };
}

type Open = { entry: Entry; refusal: Refusal };

/** All refusals in the order of the bookkeeping. */
export function refusalsIn({ ledger }: World): Open[] {
  return ledger
    .entries()
    .flatMap((entry) => (entry.refusals ?? []).map((refusal) => ({ entry, refusal })))
    .toSorted((one, other) => one.refusal.after - other.refusal.after);
}

/** Checks that a rule explains a refusal in the state at that moment. */
export function judgeRefusal(
  world: World,
  { entry, refusal }: Open,
  due: Due,
  known: Season & Pick<Circumstances, 'version'>,
): void {
  const { intent, id: key, memberId, alias } = entry;
  if (!intent) return;
  const code = refusal.code ?? 'no reason';
  world.counts.refusals[code] = (world.counts.refusals[code] ?? 0) + 1;
  const reasons = reasonsAgainst(
    due,
    {
      intent,
      key,
      memberId,
      arrivedAt: refusal.at,
      sentAt: refusal.sentAt,
      version: versionNamed(entry),
    },
    circumstances(world, known),
  );
  if (reasons.includes(code)) return;
  const possible = reasons.length === 0 ? 'nothing is against it' : `it is ${reasons.join(', ')}`;
  world.found(
    'refused without cause',
    `${alias} ${intent.kind} was refused as ${code}, where ${possible}`,
  );
}

function mayBeUnverified({ verified }: World, memberId: string, at: number): boolean {
  const known = verified.get(memberId) ?? [];
  return known.some(({ from, is }, index) => {
    const until = known[index + 1]?.from ?? Infinity;
    return !is && from <= at && at <= until;
  });
}
