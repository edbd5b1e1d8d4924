import type { SeedReport } from '../model/orders.ts';
import { type CallName, calls } from './calls.ts';
import { type Network, once } from './network.ts';
import { type Field, openScene } from './scene.ts';
import { placeIn } from '../world/bookkeeping.ts';
import { judge, type Violation } from './judge.ts';
import type { Phone } from './phone.ts';

/** The report of a schedule with these phones and this network. */
export function resultOf(
  name: string,
  violations: Violation[],
  phones: readonly Phone[],
  { done }: Network,
): SeedReport {
  const operations = phones.reduce((sum, phone) => sum + phone.promised().length, 0);
  return { name, violations, counts: { operations, faults: Object.fromEntries(done) } };
}

const timeoutMs = 240_000;
/** The number of places at which each response is cut. */
export const cutsPerAnswer = 20;

/** Cuts a response once, after `cut` twentieths of its bytes. */
export async function walkCut(field: Field, name: CallName, cut: number): Promise<SeedReport> {
  return staged(
    field,
    `${name}, cut at ${cut}/${cutsPerAnswer}`,
    name,
    async (phone, key, scene) => {
      const fault = { kind: 'answer-cut', on: 'any', part: cut / cutsPerAnswer } as const;
      scene.setFaults(once((request) => carries(request, key), fault));
      phone.opens();
    },
  );
}

/** The points to visit: the first, and the distance to the next. */
export type Points = { from: number; step: number };

/** Kills the server at each of these points in turn, until the operation has no more points. */
export async function walkPoints(
  field: Field,
  name: CallName,
  { from, step }: Points,
  report: (result: SeedReport) => void,
): Promise<void> {
  for (let point = from; ; point += step) {
    let died = false;
    const what = `${name}, killed at point ${point}`;
    const result = await staged(field, what, name, async (phone, key, scene) => {
      const server = await field.servers.current();
      // The statements of a concurrent pull would be counted, so pulls get no response.
      const lost = { kind: 'request-lost', on: 'any' } as const;
      scene.setFaults(({ path }) => (path.startsWith('/api/sync') ? lost : undefined));
      await server.arms({ dieAt: point, key });
      phone.opens();
      await Promise.race([phone.isAnswered(key, timeoutMs), server.died]);
      died = !server.isAlive();
      scene.setFaults(() => undefined);
    });
    if (!died) return;
    report(result);
  }
}

/** Queues an operation on a phone, lets `play` send it with a fault, and checks the result. */
async function staged(
  field: Field,
  what: string,
  name: CallName,
  play: (phone: Phone, key: string, scene: Awaited<ReturnType<typeof openScene>>) => Promise<void>,
): Promise<SeedReport> {
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
    return resultOf(what, violations, [phone], scene.network);
  } finally {
    await scene.close();
  }
}

/** True if a request contains the operation, alone or in a batch. */
function carries(
  { headers, path, body }: { headers: object; path: string; body: Buffer },
  key: string,
): boolean {
  if (path === '/api/ops') return body.includes(key);
  return 'idempotency-key' in headers && headers['idempotency-key'] === key;
}
