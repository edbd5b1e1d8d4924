import type { ApiAnswer } from '#sync/backend/api.ts';
import { isSameRequest } from '#sync/drain/writes.ts';
import type { FrozenRequest, OperationRow } from '#sync/outbox/operation-row.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { problem, serverTip, tipId } from '../../testing/engine/samples.ts';

/** A decision of the server; its index plus one is the member's cursor after it. */
export type Decision = {
  key: string;
  id: string;
  request: FrozenRequest;
  taken: boolean;
  answer: ApiAnswer<unknown>;
};

/** The problems that the server may answer with. */
export type Problem =
  | 'invalid-input'
  | 'already-booked'
  | 'session-ended'
  | 'email-unverified'
  | 'rate-limited'
  | 'unavailable';

/** The refusals that the server stores under the idempotency key. */
const storedProblems: readonly Problem[] = ['invalid-input', 'already-booked'];

const problems = new Map<string, ApiAnswer<unknown>>();

/** Returns the response with this problem; always one object per code. */
function refused(code: ProblemCode): ApiAnswer<unknown> {
  const known = problems.get(code);
  if (known) return known;
  const body = problem(code);
  const answer: ApiAnswer<unknown> = { kind: 'refused', problem: body, status: body.status };
  problems.set(code, answer);
  return answer;
}

const tips = [1, 2, 3, 4].map((version): ApiAnswer<unknown> => ({
  kind: 'ok',
  status: 200,
  version,
  reply: serverTip({ version, IsBooked: version > 1 }),
}));
const followed: ApiAnswer<unknown> = { kind: 'ok', status: 200, reply: {} };
const reused = refused('key-reused');
export const inProgress = refused('operation-in-progress');

/** The response to a request, and the decisions including the new one. */
export type Received = { answer: ApiAnswer<unknown>; decisions: readonly Decision[] };

/** Repeats the stored response if the key is known; otherwise decides on the operation. */
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
  if (refusedWith && !storedProblems.includes(refusedWith)) return { answer: events, decisions };
  const decision = { key, id: row.id, request, taken: events.kind === 'ok', answer: events };
  return { answer: events, decisions: [...decisions, decision] };
}

function applied(
  decisions: readonly Decision[],
  row: OperationRow,
  request: FrozenRequest,
): ApiAnswer<unknown> {
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
