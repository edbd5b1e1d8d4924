import { endSession } from '#contract/accounts.ts';
import type { Answer, Api } from './backend/api.ts';
import type { Clock } from './clock.ts';
import type { LoginStore } from './storage/login-store.ts';

/**
 * Ends the sessions on the server that were logged out of on this device, whoever is logged in now.
 * `left` says that some can be ended later.
 */
export async function sendRevocations(
  { revocations }: LoginStore,
  api: Pick<Api, 'call'>,
): Promise<'done' | 'left'> {
  const pending = await revocations.toArray();
  let left = 0;
  for (const { session, end } of pending) {
    // It stands for itself: no login goes along, least of all another member's.
    const answer = await api.call(endSession, { body: { session, end }, token: '' });
    if (isFinal(answer)) await revocations.delete(session);
    else left += 1;
  }
  return left === 0 ? 'done' : 'left';
}

/** What the server will say again: it knows no such session, or no such route. Others are for now. */
const statusesForEver: readonly number[] = [400, 404, 405];

function isFinal(answer: Answer<unknown>): boolean {
  if (answer.kind === 'refused') return statusesForEver.includes(answer.status);
  return answer.kind === 'ok';
}

const pause = 30_000;

type RevokerParts = {
  /** Opens the store; whoever opened it closes it. */
  open: () => LoginStore;
  api: Pick<Api, 'call'>;
  clock: Clock;
};

/** Ends such sessions for as long as a page lives: when it is asked to, and again while some are left. */
export function createRevoker({ open, api, clock }: RevokerParts) {
  let running = false;
  let stopped = false;
  let callOff = () => {};

  async function send(): Promise<void> {
    if (running || stopped) return;
    running = true;
    callOff();
    const store = open();
    const outcome = await sendRevocations(store, api).catch(() => 'left' as const);
    store.close();
    running = false;
    if (outcome === 'left' && !stopped) callOff = clock.after(pause, () => void send());
  }

  return {
    send,
    stop() {
      stopped = true;
      callOff();
    },
  };
}
