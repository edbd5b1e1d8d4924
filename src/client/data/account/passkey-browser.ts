import type * as z from 'zod/mini';
import type { NewPasskeyOptions, PasskeyLoginOptions } from '#contract/account/security.ts';

/** True if this browser supports passkeys. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/**
 * Creates a passkey. Returns `cancelled` if the person closed the dialog, `held` if this device
 * already has a passkey of the account.
 */
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

/** Signs the server's challenge with a passkey; undefined if the person cancelled. */
export async function signWithPasskey(
  optionsJSON: z.output<typeof PasskeyLoginOptions>,
): Promise<object | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // The browser rejects if the person closes the dialog or waits too long.
  return startAuthentication({ optionsJSON }).catch(() => undefined);
}
