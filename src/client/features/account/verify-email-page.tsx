import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { resendVerification } from '#contract/account/accounts.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { useEngineState } from '#client/data/device/engine-state.ts';
import { useSessionState } from '#client/data/device/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { MessagePage } from '#client/ui/message-page.tsx';
import { Loading, RetryButton } from '#client/ui/notice.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { incompleteLinkText, isMailedTokenIncomplete, consumeMailedToken } from './mailed-token.ts';
import { EmailField } from '#client/ui/form/account-fields.tsx';
import { LoginButton } from './account-links.tsx';

/** The page of an email verification link; verifies the email at once and shows the result. */
export function VerifyEmailPage() {
  const [token] = useState(consumeMailedToken);
  if (token === undefined) {
    return <RefusedLink title={incompleteLinkText()} />;
  }
  return <EmailVerification token={token} />;
}

function EmailVerification({ token }: { token: string }) {
  const { answer, isWaiting, retry } = useServerQuery(token, (accounts) =>
    accounts.validateEmail(token),
  );
  const { engine } = useEngineState();
  // A verification changes the profile and may end the session, so own rows are fetched again.
  const isVerified = answer?.kind === 'ok';
  useEffect(() => {
    if (isVerified) void engine?.refresh('own');
  }, [engine, isVerified]);

  if (answer === undefined || isWaiting) {
    return (
      <MessagePage heading={t`Verify your email`} icon="clock">
        <Loading shape="line" rows={1} label={t`Validating your email. Please wait...`} />
      </MessagePage>
    );
  }
  if (answer.kind === 'ok') return <VerifiedMessage />;
  if (answer.kind === 'unreachable') {
    return (
      <RetryMessage title={t`No answer came.`} onRetry={retry}>
        {t`The link may have worked all the same; trying it again does no harm.`}
      </RetryMessage>
    );
  }
  const { code, message } = answer;
  if (temporaryCodes.includes(code)) return <RetryMessage title={message} onRetry={retry} />;
  if (code === 'link-invalid' && isMailedTokenIncomplete(token)) {
    return <RefusedLink title={incompleteLinkText()} />;
  }
  return (
    <RefusedLink title={message}>
      {t`A link works once. If this one was used before, your email is verified.`}
    </RefusedLink>
  );
}

/** Problem codes of a busy server, which do not mean that the link is invalid. */
const temporaryCodes = ['request-timeout', 'rate-limited', 'internal', 'unavailable'];

/** A session of this browser's registration continues; any other session has ended. */
function VerifiedMessage() {
  const wasLoggedIn = useSession() !== undefined;
  const hasEnded = useSessionState() === 'refused';
  const title = t`Email Verification Successful`;
  return (
    <MessagePage
      heading={t`Verify your email`}
      icon="check"
      role="status"
      title={title}
      action={wasLoggedIn && !hasEnded ? <PostTipLink /> : <LoginButton />}
    >
      {wasLoggedIn && hasEnded && (
        <p>{t`Please log in again, with the password of this registration.`}</p>
      )}
    </MessagePage>
  );
}

function PostTipLink() {
  return (
    <LinkButton to="/tips/create" look="primary">
      {t`Post a tip`}
    </LinkButton>
  );
}

type RetryMessageProps = { title: string; onRetry: () => void; children?: ReactNode };

/** Shown if the verification has no result: no response came, or the server was busy. */
function RetryMessage({ title, onRetry, children }: RetryMessageProps) {
  return (
    <MessagePage
      heading={t`Verify your email`}
      icon="offline"
      role="alert"
      title={title}
      action={<RetryButton look="primary" onRetry={onRetry} />}
    >
      {children !== undefined && <p>{children}</p>}
    </MessagePage>
  );
}

const ResendRequest = resendVerification.body;

/** Shown if the server refused the link: the reason, and a form that requests a new link. */
function RefusedLink({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <MessagePage
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
    </MessagePage>
  );
}

function ResendForm() {
  const form = useServerForm({
    schema: ResendRequest,
    defaultValues: { email: useSession()?.email ?? '' },
    call: (accounts, { email }) => accounts.resendVerification(email),
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
