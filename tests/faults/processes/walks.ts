import { type CallName, calls } from './calls.ts';
import { passes } from './fates.ts';
import { once } from './network.ts';
import { type Field, openScene } from './ground.ts';
import { placeIn } from '../world/bookkeeping.ts';
import { judge, type Violation } from './judge.ts';
import type { Phone } from './phone.ts';

/** The result of one schedule. */
export type ScheduleResult = {
  name: string;
  violations: Violation[];
  operations: number;
  cuts: number;
  kills: number;
  faults: Record<string, number>;
};

const timeoutMs = 240_000;
/** Number of cuts for each response. */
export const cutsPerAnswer = 20;

/** The response stops after a number of twentieths of its bytes, once. */
export async function walkCut(field: Field, name: CallName, cut: number): Promise<ScheduleResult> {
  return staged(
    field,
    `${name}, cut at ${cut}/${cutsPerAnswer}`,
    name,
    async (phone, key, scene) => {
      const fate = { do: 'cuts the answer', part: cut / cutsPerAnswer } as const;
      scene.goesWrong(once((request) => carries(request, key), fate));
      phone.opens();
    },
  );
}

/** The points of an operation for a walk: the first, and the step to the next. */
export type Points = { from: number; step: number };

/** The server dies at each of these points in turn, until there is none left. */
export async function walkPoints(
  field: Field,
  name: CallName,
  { from, step }: Points,
  report: (result: ScheduleResult) => void,
): Promise<void> {
  for (let point = from; ; point += step) {
    let died = false;
    const what = `${name}, killed at point ${point}`;
    const result = await staged(field, what, name, async (phone, key, scene) => {
      const server = await field.servers.current();
      // Statements of a concurrent pull would be counted, too.
      scene.goesWrong(({ path }) => (path.startsWith('/api/sync') ? { do: 'reset_peer' } : passes));
      await server.arms({ dieAt: point, key });
      phone.opens();
      await Promise.race([phone.isAnswered(key, timeoutMs), server.died]);
      died = !server.isAlive();
      scene.goesWrong(() => passes);
    });
    if (!died) return;
    report({ ...result, kills: 1 });
  }
}

/** Runs one operation of one phone with a fault as soon as it is sent. */
async function staged(
  field: Field,
  what: string,
  name: CallName,
  play: (phone: Phone, key: string, scene: Awaited<ReturnType<typeof openScene>>) => Promise<void>,
): Promise<ScheduleResult> {
  await field.servers.current();
  const scene = await openScene(field);
  try {
    const since = await placeIn(field.database);
    const { by, run: act } = calls[name];
    const phone = scene.aPhone('a phone', by, Math.random);
    const row = await act(phone, scene);
    if (!row) throw new Error(`${name} queued nothing.`);
    await play(phone, row.id, scene);
    await phone.comesToRest(timeoutMs);
    const violations = await judge(field, since, scene);
    const remaining = await phone.pending();
    for (const { kind, state, problem } of remaining) {
      violations.push({ check: 'stuck', what: `${kind} ended as ${state}: ${problem?.code}` });
    }
    const { done } = scene.network;
    return {
      name: what,
      violations,
      operations: phone.promised().length,
      cuts: done.get('cuts the answer') ?? 0,
      kills: 0,
      faults: Object.fromEntries([...done].filter(([fate]) => fate !== 'passes')),
    };
  } finally {
    await scene.close();
  }
}

/** True if a request contains an operation, alone or in a batch. */
function carries(
  { headers, path, body }: { headers: object; path: string; body: Buffer },
  key: string,
): boolean {
  if (path === '/api/ops') return body.includes(key);
  return 'idempotency-key' in headers && headers['idempotency-key'] === key;
}
