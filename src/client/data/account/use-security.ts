import { useCallback, useEffect, useState } from 'react';
import type { Security } from '#contract/security.ts';
import type { AccountAnswer } from './accounts.ts';
import { useAccounts } from './use-accounts.ts';

/** What guards the account, asked of the server when a page opens and whenever `load` is called. */
export function useSecurity() {
  const ask = useAccounts();
  const [answer, setAnswer] = useState<AccountAnswer<{ reply: Security }>>();
  const load = useCallback(
    async () => setAnswer(await ask((accounts) => accounts.security())),
    [ask],
  );
  useEffect(() => {
    void ask((accounts) => accounts.security()).then(setAnswer);
  }, [ask]);
  return { answer, load };
}
