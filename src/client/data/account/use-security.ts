import { useCallback, useEffect, useState } from 'react';
import type { Security } from '#contract/security.ts';
import type { AccountAnswer } from './accounts.ts';
import { useCapability } from '../device/sync-state.ts';
import { useAccounts } from './use-accounts.ts';

/**
 * What guards the account, asked of the server when a page opens and whenever `load` is called; never
 * of a backend that is known to have no such settings.
 */
export function useSecurity() {
  const ask = useAccounts();
  const [answer, setAnswer] = useState<AccountAnswer<{ reply: Security }>>();
  const load = useCallback(
    async () => setAnswer(await ask((accounts) => accounts.security())),
    [ask],
  );
  const isKnown = useCapability('accountSettings') !== false;
  useEffect(() => {
    if (isKnown) void ask((accounts) => accounts.security()).then(setAnswer);
  }, [ask, isKnown]);
  // Not asked of the server: a failed answer would take the page away with the recovery codes on it.
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
