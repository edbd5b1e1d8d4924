import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccounts } from '#client/data/use-accounts.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { RegisterForm } from './register-form.tsx';

export function RegisterPage() {
  const { t } = useLingui();
  const ask = useAccounts();
  const [registered, setRegistered] = useState<string>();

  const showAnswer = (email: string) => {
    setRegistered(email);
    // The form was longer than what takes its place.
    window.scrollTo({ top: 0, behavior: 'instant' });
  };

  if (registered !== undefined) {
    // A page of its own: its heading takes the focus.
    return (
      <Page key="registered" title={t`Sign Up Now`}>
        <Notice
          role="status"
          tone="good"
          title={
            <Trans>
              Your registration is successful. Please check your mail to activate your account
            </Trans>
          }
          acts={
            <>
              <LinkButton to="/account/login" look="act">
                <Trans>Login</Trans>
              </LinkButton>
              <ResendButton onResend={() => ask((accounts) => accounts.resend(registered))} />
            </>
          }
        />
      </Page>
    );
  }
  return (
    <Page title={t`Sign Up Now`}>
      <Card className="p-4">
        <RegisterForm
          onRegister={(values) => ask((accounts) => accounts.register(values))}
          onRegistered={showAnswer}
        />
      </Card>
      <p className="mt-4">
        <Trans>Already a member?</Trans>{' '}
        <Link
          to="/account/login"
          className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
        >
          <Trans>Login - Now !</Trans>
        </Link>
      </p>
    </Page>
  );
}
