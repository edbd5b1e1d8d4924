import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Registration } from '#contract/account/accounts.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { useSiteConfiguration } from '#client/data/device/engine-state.ts';
import { useAccountApi } from '#client/data/account/use-account-api.ts';
import { scrollPage } from '#client/startup/page-scroll.ts';
import { reserveAim } from '#client/session/aim.ts';
import type { LoginPageSearch } from '#client/session/guard.ts';
import { storeRegisteredEmail } from '#client/session/registered-email.ts';
import { Card } from '#client/ui/card.tsx';
import { isolateForeignText } from '#client/ui/formats.ts';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { createLazyComponent, LazyContent } from '#client/ui/lazy-content.tsx';
import { Page } from '#client/ui/page.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { EmailField } from '#client/ui/form/account-fields.tsx';
import { TextField, CheckboxField } from '#client/ui/form/field.tsx';
import { nameErrorTexts } from '#client/ui/form/name-error-texts.ts';
import { NewPasswordFields, newPasswordFieldNames } from '#client/ui/form/new-password.tsx';
import { MessagePage } from '#client/ui/message-page.tsx';
import { useSignUpReason } from './login-reason.ts';
import { LoginButton, UnderlinedLink } from './account-links.tsx';

// Loaded lazily, because the dialog is large and opens rarely.
const LeaveGuard = createLazyComponent(() => import('../../ui/form/leave-guard.tsx'), 'LeaveGuard');

/**
 * The registration page. The registration and the link to the login preserve the visitor's aim: the
 * page to return to and the tapped action.
 */
export function RegisterPage({ search }: { search: LoginPageSearch }) {
  const reason = useSignUpReason(search);
  const callAccount = useAccountApi();
  const [registered, setRegistered] = useState<string>();

  const showAnswer = (email: string) => {
    setRegistered(email);
    storeRegisteredEmail(email);
    reserveAim(search, email);
    // The confirmation is shorter than the form, so the page scrolls to its top.
    scrollPage(0);
  };

  if (registered !== undefined) {
    const address = isolateForeignText(registered);
    return (
      <MessagePage
        heading={t`Check your mail`}
        icon="check"
        role="status"
        title={t`Your registration is successful. Please check your mail to activate your account`}
        action={
          <>
            <LoginButton />
            <ResendButton
              onResend={() => callAccount((accounts) => accounts.resendVerification(registered))}
            />
          </>
        }
      >
        <p>{t`The link was sent to ${address}.`}</p>
      </MessagePage>
    );
  }
  return (
    <Page title={t`Sign Up Now`} note={reason}>
      <p className="mb-2">
        <Trans>Already a member?</Trans>{' '}
        <UnderlinedLink to="/account/login" search={search}>{t`Login - Now !`}</UnderlinedLink>
      </p>
      <Card className="p-4">
        <RegisterForm onRegistered={showAnswer} />
      </Card>
    </Page>
  );
}

const emptyRegistration = {
  userName: '',
  phoneNumber: '',
  email: '',
  password: '',
  password_confirmation: '',
};

function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const age = useSiteConfiguration()?.minimumAge ?? 18;
  const form = useServerForm({
    schema: Registration,
    defaultValues: emptyRegistration,
    same: newPasswordFieldNames,
    call: (accounts, values) => accounts.register(values),
    onSuccess: (_, { email }) => onRegistered(email),
  });
  return (
    <Form {...form} label={t`Sign Up Now`}>
      {form.form.formState.isDirty && (
        <LazyContent instead={null}>
          <LeaveGuard dirty />
        </LazyContent>
      )}
      <RegisterFields age={age} />
      <FormProblem />
      <Agreement age={age} />
      <SubmitButton>{t`Sign Up`}</SubmitButton>
    </Form>
  );
}

function RegisterFields({ age }: { age: number }) {
  const confirmAge = t`Please confirm that you are at least ${age} years old`;
  return (
    <>
      <TextField
        name="userName"
        autoComplete="nickname"
        label={t`User name`}
        errorTexts={{
          required: t`User name is required`,
          ...nameErrorTexts(),
        }}
      />
      <TextField
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={t`Phone number`}
        hint={t`Other members see it only if you switch that on.`}
        errorTexts={{
          required: t`Phone Number is required`,
          invalid: t`This phone number cannot be read. Write it with + and the country’s code.`,
        }}
      />
      <EmailField autoComplete="email" invalid={t`Email must be a valid email address`} />
      <NewPasswordFields label={t`Password`} />
      <CheckboxField
        name="ageConfirmed"
        label={t`I am at least ${age} years old`}
        errorTexts={{ required: confirmAge, invalid: confirmAge }}
      />
    </>
  );
}

function Agreement({ age }: { age: number }) {
  return (
    <p className="text-sm text-dim">
      <Trans>
        By signing up you agree to the <NewTabLink to="/terms">Terms and Conditions</NewTabLink>,
        say that you have read the <NewTabLink to="/privacy">Privacy</NewTabLink> page, and that you
        are {age} or older.
      </Trans>
    </p>
  );
}

/** A link that opens a new tab, because Back would return to an empty form. */
function NewTabLink({ to, children }: { to: '/terms' | '/privacy'; children?: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="py-2 underline underline-offset-4 hover:text-ink">
      {children}
    </Link>
  );
}
