import type * as z from 'zod/mini';
import type { NewPasskeyOptions, PasskeyLoginOptions } from '#contract/security.ts';

/** Whether this browser can make passkeys and log in with them. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** Has the browser make a key; undefined where its person did not want that after all. */
export async function makePasskey(
  optionsJSON: z.output<typeof NewPasskeyOptions>,
): Promise<object | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return orStopped(async () => startRegistration({ optionsJSON }));
}

/** Has the browser sign with a key; undefined where its person did not want that after all. */
export async function signWithPasskey(
  optionsJSON: z.output<typeof PasskeyLoginOptions>,
): Promise<object | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return orStopped(async () => startAuthentication({ optionsJSON }));
}

/** A browser says by a failure that somebody closed its dialog, waited too long or has the key already. */
async function orStopped<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  return ask().catch(() => undefined);
}
