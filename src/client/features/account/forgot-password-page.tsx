import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { forgotPassword } from '#contract/account/accounts.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { Page } from '#client/ui/page.tsx';
import { MessagePage } from '#client/ui/message-page.tsx';
import { EmailField } from '#client/ui/form/account-fields.tsx';
import { LoginButton } from './account-links.tsx';

const LinkRequest = z.pick(forgotPassword.body, { email: true });

/** Requests a password reset link. No text reveals whether an account has the email address. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const [unknown, setUnknown] = useState(false);
  if (unknown) return <ResetUnavailable />;
  if (sentTo !== undefined) return <LinkSentNote to={sentTo} />;
  return (
    <TouchlineBackendOnly instead={<ResetUnavailable />}>
      <Page
        title={t`Forget Password?`}
        note={t`We mail you a link to choose a new one. Your tips stay as they are.`}
      >
        <Card className="p-4">
          <LinkForm onSent={setSentTo} onUnknown={() => setUnknown(true)} />
        </Card>
        <p className="mt-4">
          <LinkButton to="/account/login" look="quiet" className="-ms-4">
            {t`Back to the login`}
          </LinkButton>
        </p>
      </Page>
    </TouchlineBackendOnly>
  );
}

type LinkFormProps = { onSent: (email: string) => void; onUnknown: () => void };

function LinkForm({ onSent, onUnknown }: LinkFormProps) {
  const form = useServerForm({
    schema: LinkRequest,
    defaultValues: { email: '' },
    call: (accounts, { email }) => accounts.forgotPassword(email),
    onSuccess: ({ kind }, { email }) => (kind === 'ok' ? onSent(email) : onUnknown()),
  });
  return (
    <Form {...form} label={t`Forget Password?`}>
      <EmailField autoComplete="username" enterKeyHint="send" invalid={t`Email format error`} />
      <FormProblem />
      <SubmitButton>{t`Send me a link`}</SubmitButton>
    </Form>
  );
}

/** Shown after the request; does not reveal whether an account has the email address. */
function LinkSentNote({ to: sentTo }: { to: string }) {
  return (
    <MessagePage
      heading={t`Forget Password?`}
      icon="check"
      role="status"
      title={t`Check your mail`}
      action={<LoginButton />}
    >
      <p>
        <Trans>
          If <bdi>{sentTo}</bdi> has an account here, a link to choose a new password is on its way.
          It works once, for ten minutes.
        </Trans>
      </p>
    </MessagePage>
  );
}

/** Shown for a spec-only backend, which cannot reset passwords. */
function ResetUnavailable() {
  const login = (
    <LinkButton to="/account/login" look="primary">
      {t`Back to the login`}
    </LinkButton>
  );
  const title = t`This server mails no links to a new password`;
  return (
    <MessagePage
      heading={t`Forget Password?`}
      icon="account"
      role="status"
      title={title}
      action={login}
    >
      <p>{t`Whoever runs it can help you to a new one. Your tips stay as they are.`}</p>
    </MessagePage>
  );
}
