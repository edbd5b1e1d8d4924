import type * as z from 'zod/mini';
import type { NewPasskeyOptions, PasskeyLoginOptions } from '#contract/security.ts';

/** Whether this browser can make passkeys and log in with them. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** Has the browser make a key; or says that its person did not want that after all, or that it holds one. */
export async function makePasskey(
  optionsJSON: z.output<typeof NewPasskeyOptions>,
): Promise<{ kind: 'made'; response: object } | { kind: 'cancelled' } | { kind: 'held' }> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).then(
    (response) => ({ kind: 'made', response }),
    (error: unknown) => ({
      kind: error instanceof Error && error.name === 'InvalidStateError' ? 'held' : 'cancelled',
    }),
  );
}

/** Has the browser sign with a key; undefined where its person did not want that after all. */
export async function signWithPasskey(
  optionsJSON: z.output<typeof PasskeyLoginOptions>,
): Promise<object | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // A browser says by a failure that somebody closed its dialog or waited too long.
  return startAuthentication({ optionsJSON }).catch(() => undefined);
}
