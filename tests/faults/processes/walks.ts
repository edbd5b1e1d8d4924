import type { SeedReport } from '../model/orders.ts';
import { type CallName, calls } from './calls.ts';
import { type Network, once } from './network.ts';
import { type Field, openScene } from './scene.ts';
import { placeIn } from '../world/bookkeeping.ts';
import { judge, type Violation } from './judge.ts';
import type { Phone } from './phone.ts';

/** The result of a schedule of these phones on their network. */
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
/** Number of cuts for each response. */
export const cutsPerAnswer = 20;

/** The response stops after a number of twentieths of its bytes, once. */
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

/** The points of an operation for a walk: the first, and the step to the next. */
export type Points = { from: number; step: number };

/** The server dies at each of these points in turn, until there is none left. */
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
      // Statements of a concurrent pull would be counted, too.
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

/** Runs one operation of one phone with a fault as soon as it is sent. */
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

/** True if a request contains an operation, alone or in a batch. */
function carries(
  { headers, path, body }: { headers: object; path: string; body: Buffer },
  key: string,
): boolean {
  if (path === '/api/ops') return body.includes(key);
  return 'idempotency-key' in headers && headers['idempotency-key'] === key;
}
