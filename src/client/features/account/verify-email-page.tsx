import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { resendVerification } from '#contract/accounts.ts';
import type { AccountAnswer } from '../../data/accounts.ts';
import { useRunning } from '../../data/running.ts';
import { useAccounts } from '../../data/use-accounts.ts';
import { useSession } from '../../session/use-session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Form, SubmitButton, useShapeForm } from '../../ui/form.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.ts';
import { takeMailedToken } from './mailed-token.ts';

type Standing = 'validating' | 'verified' | 'unreachable' | { refused: string } | 'no-token';

/** Where the mailed link leads: it verifies by itself and says what came of it. */
export function VerifyEmailPage() {
  const { t } = useLingui();
  const [token] = useState(takeMailedToken);
  const { standing, retry } = useValidation(token);

  return (
    <Page title={t`Verify your email`}>
      {standing === 'validating' && (
        <Loading
          shape="line"
          rows={1}
          label={<Trans>Validating your email. Please wait...</Trans>}
        />
      )}
      {standing === 'verified' && (
        <Notice
          role="status"
          tone="good"
          title={<Trans>Email Verification Successful</Trans>}
          acts={
            <LinkButton to="/account/login" look="act">
              <Trans>Login</Trans>
            </LinkButton>
          }
        />
      )}
      {standing === 'unreachable' && (
        <Notice
          role="alert"
          tone="saved"
          title={<Trans>There is no line to the server right now.</Trans>}
          acts={
            <Button look="act" onClick={retry}>
              <Trans>Retry</Trans>
            </Button>
          }
        >
          <Trans>The link stays good; nothing was used up.</Trans>
        </Notice>
      )}
      {standing === 'no-token' && (
        <Refused>
          <Trans>Open the link in your mail once more, or ask for a new one.</Trans>
        </Refused>
      )}
      {typeof standing === 'object' && <Refused>{standing.refused}</Refused>}
    </Page>
  );
}

/** Validates once the configuration is known, and again on demand. */
function useValidation(token: string | undefined): { standing: Standing; retry: () => void } {
  const ask = useAccounts();
  const { configuration, failure } = useRunning();
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<{ attempt: number; standing: Standing }>();
  const ready = configuration !== undefined || failure !== undefined;

  useEffect(() => {
    if (!ready || token === undefined) return;
    void ask((accounts) => accounts.validateEmail(token)).then((answer) => {
      setAnswered({ attempt, standing: standingOf(answer) });
    });
  }, [ask, ready, token, attempt]);

  const waiting = token === undefined ? 'no-token' : 'validating';
  return {
    standing: answered?.attempt === attempt ? answered.standing : waiting,
    retry: () => setAttempt(attempt + 1),
  };
}

function standingOf(answer: AccountAnswer): Standing {
  if (answer.kind === 'ok') return 'verified';
  return answer.kind === 'unreachable' ? 'unreachable' : { refused: answer.message };
}

const Resend = resendVerification.body;

/** The link did not verify: why, and a way to a new one. */
function Refused({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const ask = useAccounts();
  const email = useSession()?.email ?? '';
  const [busy, setBusy] = useState(false);
  const form = useShapeForm(Resend, { email });

  const resend = async ({ email }: z.output<typeof Resend>) => {
    setBusy(true);
    const answer = await ask((accounts) => accounts.resend(email));
    setBusy(false);
    if (answer.kind === 'ok') notify({ tone: 'won', title: t`The mail is on its way again` });
    else if (answer.kind === 'refused')
      notify({ tone: 'lost', title: t`Oops!`, text: answer.message });
    else notify({ tone: 'saved', title: t`No line right now`, text: t`Try again a little later.` });
  };

  return (
    <div className="grid gap-4">
      <Notice role="alert" tone="warning" title={<Trans>Your email is not verified yet</Trans>}>
        {children}
      </Notice>
      <Form form={form} onSubmit={resend} label={t`Resend the mail`}>
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          label={<Trans>Email</Trans>}
          words={{
            required: t`Email is required`,
            invalid: t`Email must be a valid email address`,
          }}
        />
        <SubmitButton busy={busy}>
          <Trans>Resend</Trans>
        </SubmitButton>
      </Form>
    </div>
  );
}
