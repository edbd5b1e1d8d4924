import type { Engine } from '#sync/engine.ts';
import { keepTimeOut as keep } from '#sync/stored-time-out.ts';
import type { Device } from './device.ts';

/** Keeps a time-out that runs on this phone known to a backend that knows breaks, whatever became of it. */
export async function keepTimeOut(
  { member }: Device,
  engine: Pick<Engine, 'backend' | 'serverNow' | 'nudge'>,
): Promise<void> {
  if (member === undefined) return;
  const look = async () => {
    const backend = engine.backend.get();
    if (!backend) return;
    await keep(member, { now: engine.serverNow(), isSent: backend.can.timeOuts });
    engine.nudge();
  };
  engine.backend.subscribe(() => void look().catch(() => undefined));
  await look().catch(() => undefined);
}
