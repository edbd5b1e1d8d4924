import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { resendVerification } from '#contract/accounts.ts';
import type { AccountAnswer } from '#client/data/accounts.ts';
import { useRunning } from '#client/data/running.ts';
import { useAccounts } from '#client/data/use-accounts.ts';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Form, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { Loading, Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { useResend } from '#client/ui/messages/resend-button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { takeMailedToken } from './mailed-token.ts';

type Standing =
  | 'validating'
  | 'verified'
  | 'no-token'
  /** Nothing was said about the link: no answer came, or the server has something else to do. */
  | { later: ReactNode; note?: ReactNode }
  | { refused: string };

/** Where the mailed link leads: it verifies by itself and says what came of it. */
export function VerifyEmailPage() {
  const { t } = useLingui();
  const [token] = useState(takeMailedToken);
  const { standing, retry } = useValidation(token);
  const loggedIn = useSession() !== undefined;

  return (
    <Page title={t`Verify your email`}>
      {standing === 'validating' && (
        <Loading shape="line" rows={1} label={t`Validating your email. Please wait...`} />
      )}
      {standing === 'verified' && (
        <Notice
          role="status"
          tone="good"
          title={t`Email Verification Successful`}
          acts={
            loggedIn ? (
              <LinkButton to="/tips/create" look="act">
                {t`Post a tip`}
              </LinkButton>
            ) : (
              <LinkButton to="/account/login" look="act">
                {t`Login`}
              </LinkButton>
            )
          }
        />
      )}
      {typeof standing === 'object' && 'later' in standing && (
        <Notice
          role="alert"
          tone="saved"
          title={standing.later}
          acts={
            <Button look="act" onClick={retry}>
              {t`Retry`}
            </Button>
          }
        >
          {standing.note}
        </Notice>
      )}
      {standing === 'no-token' && (
        <Refused title={t`Open the link in your mail once more, or ask for a new one.`} />
      )}
      {typeof standing === 'object' && 'refused' in standing && (
        <Refused title={standing.refused}>
          {t`A link works once. If this one was used before, your email is verified.`}
        </Refused>
      )}
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
  if (answer.kind === 'unreachable') {
    return {
      later: <Trans>No answer came.</Trans>,
      note: <Trans>The link may have worked all the same; trying it again does no harm.</Trans>,
    };
  }
  return passing.includes(answer.code) ? { later: answer.message } : { refused: answer.message };
}

/** What a server says that has something else to do; none of it is about the link. */
const passing = ['rate-limited', 'internal', 'unavailable'];

const Resend = resendVerification.body;

/** The link did not verify: why, and a way to a new one. */
function Refused({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const { t } = useLingui();
  const ask = useAccounts();
  const email = useSession()?.email ?? '';
  const { busy, resend } = useResend((to: string) => ask((accounts) => accounts.resend(to)));
  const form = useShapeForm(Resend, { email });
  return (
    <div className="grid gap-4">
      <Notice
        role="alert"
        tone="warning"
        title={title}
        acts={<LinkButton to="/account/login">{t`Login`}</LinkButton>}
      >
        {children}
      </Notice>
      <Form form={form} onSubmit={({ email }) => resend(email)} label={t`Resend the mail`}>
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          label={t`Email`}
          words={{
            required: t`Email is required`,
            invalid: t`Email must be a valid email address`,
          }}
        />
        <SubmitButton busy={busy}>{t`Resend`}</SubmitButton>
      </Form>
    </div>
  );
}
