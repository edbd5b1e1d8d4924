import { type BatchedOperation, batchedCalls } from '#contract/batch.ts';
import { takeTimeOut } from '#contract/time-out.ts';
import { followTipster, saveProfile } from '#contract/members.ts';
import { postTip } from '#contract/tips.ts';

const calls = batchedCalls.map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replace(':id', '([^/]+)')}$`),
}));

/**
 * What an operation is about. Those of one lane depend on each other in their order; lanes know
 * nothing of each other. Undefined for a call that no operation is made of.
 */
export function laneOf({ id, method, path, body }: BatchedOperation): string | undefined {
  const [place = '', query] = path.split('?');
  const call = calls.find((each) => each.method === method && each.pattern.test(place));
  if (!call) return undefined;
  switch (call.path) {
    case postTip.path:
      return laneNamed('tip', idIn(body) ?? id);
    case followTipster.path:
      return laneNamed('follow', new URLSearchParams(query).get('Id') ?? '');
    case saveProfile.path:
      return 'profile';
    case takeTimeOut.path:
      return 'break';
    default:
      return laneNamed('tip', call.pattern.exec(place)?.[1] ?? '');
  }
}

function laneNamed(kind: 'tip' | 'follow', id: string): string {
  // The same id may be written in capitals.
  return `${kind}:${id.toLowerCase()}`;
}

function idIn(body: unknown): string | undefined {
  const isNamed = typeof body === 'object' && body !== null && 'id' in body;
  return isNamed && typeof body.id === 'string' ? body.id : undefined;
}
