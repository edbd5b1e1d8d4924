import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { resendVerification } from '#contract/account/accounts.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { useRunning } from '#client/data/device/running.ts';
import { useSessionState } from '#client/data/device/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { AnswerPage } from '#client/ui/answer-page.tsx';
import { Loading, RetryButton } from '#client/ui/notice.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { incompleteLinkWords, isIncomplete, takeMailedToken } from './mailed-token.ts';
import { EmailField } from '#client/ui/form/account-fields.tsx';
import { LoginButton } from './account-form.tsx';

/** The page of a mailed link, which verifies on opening and shows the result. */
export function VerifyEmailPage() {
  const [token] = useState(takeMailedToken);
  if (token === undefined) {
    return <Refused title={incompleteLinkWords()} />;
  }
  return <Validation token={token} />;
}

function Validation({ token }: { token: string }) {
  const { answer, isWaiting, retry } = useServerQuery(token, (accounts) =>
    accounts.validateEmail(token),
  );
  const { engine } = useRunning();
  // Verifying changes the profile and may end the session on this device.
  const isVerified = answer?.kind === 'ok';
  useEffect(() => {
    if (isVerified) void engine?.refresh('own');
  }, [engine, isVerified]);

  if (answer === undefined || isWaiting) {
    return (
      <AnswerPage heading={t`Verify your email`} icon="clock">
        <Loading shape="line" rows={1} label={t`Validating your email. Please wait...`} />
      </AnswerPage>
    );
  }
  if (answer.kind === 'ok') return <Verified />;
  if (answer.kind === 'unreachable') {
    return (
      <Later title={t`No answer came.`} onRetry={retry}>
        {t`The link may have worked all the same; trying it again does no harm.`}
      </Later>
    );
  }
  const { code, message } = answer;
  if (passing.includes(code)) return <Later title={message} onRetry={retry} />;
  if (code === 'link-invalid' && isIncomplete(token)) {
    return <Refused title={incompleteLinkWords()} />;
  }
  return (
    <Refused title={message}>
      {t`A link works once. If this one was used before, your email is verified.`}
    </Refused>
  );
}

/** Codes of a busy server, which are unrelated to the link. */
const passing = ['request-timeout', 'rate-limited', 'internal', 'unavailable'];

/**
 * The session of this browser continues if its own registration was verified; any other has ended.
 */
function Verified() {
  const wasLoggedIn = useSession() !== undefined;
  const hasEnded = useSessionState() === 'refused';
  const title = t`Email Verification Successful`;
  return (
    <AnswerPage
      heading={t`Verify your email`}
      icon="check"
      role="status"
      title={title}
      action={wasLoggedIn && !hasEnded ? <PostButton /> : <LoginButton />}
    >
      {wasLoggedIn && hasEnded && (
        <p>{t`Please log in again, with the password of this registration.`}</p>
      )}
    </AnswerPage>
  );
}

function PostButton() {
  return (
    <LinkButton to="/tips/create" look="primary">
      {t`Post a tip`}
    </LinkButton>
  );
}

type LaterProps = { title: string; onRetry: () => void; children?: ReactNode };

/** Without a result: no response, or a busy server. */
function Later({ title, onRetry, children }: LaterProps) {
  return (
    <AnswerPage
      heading={t`Verify your email`}
      icon="offline"
      role="alert"
      title={title}
      action={<RetryButton look="primary" onRetry={onRetry} />}
    >
      {children !== undefined && <p>{children}</p>}
    </AnswerPage>
  );
}

const Resend = resendVerification.body;

/** The link did not verify: the reason, and a way to a new link. */
function Refused({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <AnswerPage
      heading={t`Verify your email`}
      icon="warning"
      role="alert"
      title={title}
      action={
        <>
          <ResendForm />
          <LinkButton to="/account/login" look="quiet">
            {t`Login`}
          </LinkButton>
        </>
      }
    >
      {children !== undefined && <p>{children}</p>}
    </AnswerPage>
  );
}

function ResendForm() {
  const form = useServerForm({
    schema: Resend,
    defaultValues: { email: useSession()?.email ?? '' },
    call: (accounts, { email }) => accounts.resend(email),
    onSuccess: () => notify({ tone: 'won', title: t`The mail is on its way again` }),
  });
  return (
    <Form {...form} label={t`Resend the mail`}>
      <EmailField
        autoComplete="email"
        enterKeyHint="send"
        invalid={t`Email must be a valid email address`}
      />
      <FormProblem />
      <SubmitButton>{t`Resend`}</SubmitButton>
    </Form>
  );
}
