import { useCallback, useEffect, useState } from 'react';
import type { Security } from '#contract/account/security.ts';
import type { AccountAnswer } from './accounts.ts';
import { useCapability } from '../device/sync-state.ts';
import { useAccounts } from './use-accounts.ts';

/**
 * Reads the security of the account when a page opens and on `load`; skips backends known to have
 * no such settings.
 */
export function useSecurity() {
  const callAccount = useAccounts();
  const [answer, setAnswer] = useState<AccountAnswer<{ reply: Security }>>();
  const load = useCallback(
    async () => setAnswer(await callAccount((accounts) => accounts.security())),
    [callAccount],
  );
  const isKnown = useCapability('accountSettings') !== false;
  useEffect(() => {
    if (isKnown) void callAccount((accounts) => accounts.security()).then(setAnswer);
  }, [callAccount, isKnown]);
  // Set locally: a failed request would replace the page that shows the recovery codes.
  const showAuthenticatorOn = (recoveryCodesLeft: number) =>
    setAnswer((known) =>
      known?.kind === 'ok' ? withAuthenticatorOn(known, recoveryCodesLeft) : known,
    );
  return { answer, load, showAuthenticatorOn };
}

type KnownAnswer = Extract<AccountAnswer<{ reply: Security }>, { kind: 'ok' }>;

function withAuthenticatorOn(known: KnownAnswer, recoveryCodesLeft: number): KnownAnswer {
  const authenticator = { ...known.reply.authenticator, on: true, recoveryCodesLeft };
  return { ...known, reply: { ...known.reply, authenticator } };
}
