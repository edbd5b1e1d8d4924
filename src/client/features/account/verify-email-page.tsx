import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { resendVerification } from '#contract/accounts.ts';
import type { AccountAnswer } from '#client/data/account/accounts.ts';
import { useRunning } from '#client/data/device/running.ts';
import { useAccounts } from '#client/data/account/use-accounts.ts';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Form, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { Loading, Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { useResend } from '#client/ui/messages/resend-button.tsx';
import { takeMailedToken } from './mailed-token.ts';
import { EmailField, LoginButton } from './account-form.tsx';

/** Where the mailed link leads: it verifies by itself and says what came of it. */
export function VerifyEmailPage() {
  const { t } = useLingui();
  const [token] = useState(takeMailedToken);
  const [attempt, setAttempt] = useState(0);
  return (
    <Page title={t`Verify your email`}>
      {token === undefined ? (
        <Refused title={t`Open the link in your mail once more, or ask for a new one.`} />
      ) : (
        <Validation key={attempt} token={token} onRetry={() => setAttempt(attempt + 1)} />
      )}
    </Page>
  );
}

function Validation({ token, onRetry }: { token: string; onRetry: () => void }) {
  const { t } = useLingui();
  const answer = useValidation(token);
  if (answer === undefined) {
    return <Loading shape="line" rows={1} label={t`Validating your email. Please wait...`} />;
  }
  if (answer.kind === 'ok') return <Verified />;
  if (answer.kind === 'unreachable') {
    return (
      <Later title={t`No answer came.`} onRetry={onRetry}>
        {t`The link may have worked all the same; trying it again does no harm.`}
      </Later>
    );
  }
  const { code, message } = answer;
  if (passing.includes(code)) return <Later title={message} onRetry={onRetry} />;
  return (
    <Refused title={message}>
      {t`A link works once. If this one was used before, your email is verified.`}
    </Refused>
  );
}

/** What a server says that has something else to do; none of it is about the link. */
const passing = ['rate-limited', 'internal', 'unavailable'];

/** Validates once the configuration is known. */
function useValidation(token: string): AccountAnswer | undefined {
  const ask = useAccounts();
  const { configuration, failure, engine } = useRunning();
  const [answer, setAnswer] = useState<AccountAnswer>();
  const ready = configuration !== undefined || failure !== undefined;

  // Verifying changes the profile and may end the session of whoever is logged in on this device.
  const isVerified = answer?.kind === 'ok';
  useEffect(() => {
    if (isVerified) void engine?.refresh('own');
  }, [engine, isVerified]);

  useEffect(() => {
    if (ready) void ask((accounts) => accounts.validateEmail(token)).then(setAnswer);
  }, [ask, ready, token]);

  return answer;
}

/** Whoever was logged in no longer is: what was chosen with this link counts from now on. */
function Verified() {
  const { t } = useLingui();
  const wasLoggedIn = useSession() !== undefined;
  const title = t`Email Verification Successful`;
  return (
    <Notice role="status" tone="good" title={title} acts={<LoginButton />}>
      {wasLoggedIn && t`Please log in again, with the password of this registration.`}
    </Notice>
  );
}

type LaterProps = { title: string; onRetry: () => void; children?: ReactNode };

/** Nothing was said about the link: no answer came, or the server has something else to do. */
function Later({ title, onRetry, children }: LaterProps) {
  const { t } = useLingui();
  const retry = (
    <Button look="act" onClick={onRetry}>
      {t`Retry`}
    </Button>
  );
  return (
    <Notice role="alert" tone="saved" title={title} acts={retry}>
      {children}
    </Notice>
  );
}

const Resend = resendVerification.body;

/** The link did not verify: why, and a way to a new one. */
function Refused({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useLingui();
  const login = <LinkButton to="/account/login">{t`Login`}</LinkButton>;
  return (
    <div className="grid gap-4">
      <Notice role="alert" tone="warning" title={title} acts={login}>
        {children}
      </Notice>
      <ResendForm />
    </div>
  );
}

function ResendForm() {
  const { t } = useLingui();
  const ask = useAccounts();
  const email = useSession()?.email ?? '';
  const { busy, resend } = useResend((to: string) => ask((accounts) => accounts.resend(to)));
  const form = useShapeForm(Resend, { email });
  return (
    <Form form={form} onSubmit={({ email }) => resend(email)} label={t`Resend the mail`}>
      <EmailField autoComplete="email" invalid={t`Email must be a valid email address`} />
      <SubmitButton busy={busy}>{t`Resend`}</SubmitButton>
    </Form>
  );
}
