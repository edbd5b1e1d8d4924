import { endSession } from '#contract/account/accounts.ts';
import type { ApiAnswer, Api } from './backend/api.ts';
import type { Clock } from './clock.ts';
import type { LoginStore } from './storage/login-store.ts';

/**
 * Ends sessions on the server that were logged out on this device. Needs no login. Returns
 * `incomplete` if requests failed and must be repeated.
 */
export async function sendRevocations(
  { revocations }: LoginStore,
  api: Pick<Api, 'call'>,
): Promise<'done' | 'incomplete'> {
  const pending = await revocations.toArray();
  let remaining = 0;
  for (const { session, end } of pending) {
    // Sent without a token, because the current one may be another member's.
    const answer = await api.call(endSession, { body: { session, end }, token: '' });
    if (isRevocationFinal(answer)) await revocations.delete(session);
    else remaining += 1;
  }
  return remaining === 0 ? 'done' : 'incomplete';
}

/** Statuses after which no retry helps: no such session, or no such route. */
const finalStatuses: readonly number[] = [400, 404, 405];

function isRevocationFinal(answer: ApiAnswer<unknown>): boolean {
  if (answer.kind === 'refused') return finalStatuses.includes(answer.status);
  return answer.kind === 'ok';
}

const revocationRetryMs = 30_000;

type RevokerDependencies = {
  /** Opens the store; this module closes the store again. */
  open: () => LoginStore;
  api: Pick<Api, 'call'>;
  clock: Clock;
};

/**
 * Ends logged-out sessions while a page is open: when `send` is called, and then repeatedly until
 * none remains.
 */
export function createRevoker({ open, api, clock }: RevokerDependencies) {
  let running = false;
  let stopped = false;
  let callOff = () => {};

  async function send(): Promise<void> {
    if (running || stopped) return;
    running = true;
    callOff();
    const store = open();
    const outcome = await sendRevocations(store, api).catch(() => 'incomplete' as const);
    store.close();
    running = false;
    if (outcome === 'incomplete' && !stopped)
      callOff = clock.schedule(revocationRetryMs, () => void send());
  }

  return {
    send,
    stop() {
      stopped = true;
      callOff();
    },
  };
}
