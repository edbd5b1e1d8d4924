import type { Answer } from '#sync/backend/api.ts';
import { isSameRequest } from '#sync/drain/writes.ts';
import type { FrozenRequest, OperationRow } from '#sync/outbox/operation-row.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { problem, serverTip, tipId } from '../support/samples.ts';

/** What the server has once decided, in order: its place in the list is the member's cursor. */
export type Decision = {
  key: string;
  id: string;
  request: FrozenRequest;
  taken: boolean;
  answer: Answer<unknown>;
};

/** The ways in which the server may say no. */
export type Problem =
  | 'invalid-input'
  | 'already-booked'
  | 'session-ended'
  | 'email-unverified'
  | 'rate-limited'
  | 'unavailable';

/** Refusals that hold for the key; of the others nothing is stored. */
const keptProblems: readonly Problem[] = ['invalid-input', 'already-booked'];

const problems = new Map<string, Answer<unknown>>();

/** The answer of a problem; the same object each time. */
function refused(code: ProblemCode): Answer<unknown> {
  const known = problems.get(code);
  if (known) return known;
  const said = problem(code);
  const answer: Answer<unknown> = { kind: 'refused', problem: said, status: said.status };
  problems.set(code, answer);
  return answer;
}

const tips = [1, 2, 3, 4].map((version): Answer<unknown> => ({
  kind: 'ok',
  status: 200,
  version,
  reply: serverTip({ version, IsBooked: version > 1 }),
}));
const followed: Answer<unknown> = { kind: 'ok', status: 200, reply: {} };
const reused = refused('key-reused');
export const inProgress = refused('operation-in-progress');

/** What comes of a request: the answer, and the list with what was decided. */
export type Received = { answer: Answer<unknown>; decisions: readonly Decision[] };

/** Gives the stored answer to a known key, and decides on a new one. */
export function receive(
  decisions: readonly Decision[],
  {
    key,
    row,
    request,
    refusedWith,
  }: {
    key: string;
    row: OperationRow;
    request: FrozenRequest;
    refusedWith?: Problem;
  },
): Received {
  const known = decisions.find((decision) => decision.key === key);
  if (known) {
    return { answer: isSameRequest(known.request, request) ? known.answer : reused, decisions };
  }
  const events = refusedWith ? refused(refusedWith) : applied(decisions, row, request);
  if (refusedWith && !keptProblems.includes(refusedWith)) return { answer: events, decisions };
  const decision = { key, id: row.id, request, taken: events.kind === 'ok', answer: events };
  return { answer: events, decisions: [...decisions, decision] };
}

function applied(
  decisions: readonly Decision[],
  row: OperationRow,
  request: FrozenRequest,
): Answer<unknown> {
  if (row.kind === 'follow.set' || isOfDesk(row)) return followed;
  const ofTheTip = decisions.filter(({ taken, request: { path } }) => taken && isTip(path));
  const next = tips[ofTheTip.length] ?? followed;
  if (row.kind === 'tip.post') return next;
  if (ofTheTip.length === 0) return refused('not-found');
  const { ifMatch } = request;
  return ifMatch === undefined || ifMatch === ofTheTip.length ? next : refused('stale-version');
}

function isOfDesk({ kind }: OperationRow): boolean {
  return kind === 'fixture.settle' || kind === 'tips.confirm';
}

function isTip(path: string): boolean {
  return path === '/api/tips' || path.includes(tipId);
}
