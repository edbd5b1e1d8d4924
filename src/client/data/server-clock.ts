import type { Engine } from '#sync/engine.ts';
import type { PublicStore } from '#sync/public-store.ts';

let offset = 0;

/** Takes up what an earlier start has learnt of the server's time, before the first screen stands. */
export async function readServerClock({ documents }: PublicStore): Promise<void> {
  const value: unknown = (await documents.get('server-time'))?.value;
  if (typeof value === 'number') offset = value;
}

/** By how much the server's clock was ahead when this device last heard of it. */
export function knownOffset(): number {
  return offset;
}

/** The server's time: as the engine knows it, and before there is one as it was known last. */
export function serverNow(engine: Pick<Engine, 'serverNow'> | undefined): Date {
  return engine?.serverNow() ?? new Date(Date.now() + offset);
}
