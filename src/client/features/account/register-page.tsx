import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Registration } from '#contract/accounts.ts';
import type { AccountAnswer } from '#client/data/accounts.ts';
import { useConfiguration } from '#client/data/running.ts';
import { useAccounts } from '#client/data/use-accounts.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import {
  Form,
  FormProblem,
  showFieldCodes,
  SubmitButton,
  useSending,
  useShapeForm,
} from '#client/ui/form/form.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { noLineWords } from '#client/ui/messages/problems.ts';
import { TextField, TickField } from '#client/ui/form/field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

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

const fields = [
  'userName',
  'phoneNumber',
  'email',
  'password',
  'password_confirmation',
  'ageConfirmed',
] as const;

type RegisterFormProps = {
  onRegister: (values: Registration) => Promise<AccountAnswer>;
  onRegistered: (email: string) => void;
};

export function RegisterForm({ onRegister, onRegistered }: RegisterFormProps) {
  const { t } = useLingui();
  const age = useConfiguration()?.minimumAge ?? 18;
  const { busy, problem, send } = useSending();
  const form = useShapeForm(Registration, {
    userName: '',
    phoneNumber: '',
    email: '',
    password: '',
    password_confirmation: '',
  });

  const register = async (values: Registration) =>
    send(async () => {
      const answer = await onRegister(values);
      if (answer.kind === 'unreachable') return noLineWords();
      if (answer.kind === 'refused') {
        return showFieldCodes(form, fields, answer.errors) ? undefined : answer.message;
      }
      onRegistered(values.email);
      return undefined;
    });

  const confirmAge = t`Please confirm that you are at least ${age} years old`;
  return (
    <Form form={form} onSubmit={register} label={t`Sign Up Now`}>
      <TextField
        name="userName"
        autoComplete="nickname"
        label={<Trans>User name</Trans>}
        words={{ required: t`User name is required` }}
      />
      <TextField
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={<Trans>Phone number</Trans>}
        hint={<Trans>Other members see it only if you switch that on.</Trans>}
        words={{ required: t`Phone Number is required` }}
      />
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        label={<Trans>Email</Trans>}
        words={{
          required: t`Email is required`,
          invalid: t`Email must be a valid email address`,
        }}
      />
      <NewPasswordFields label={<Trans>Password</Trans>} />
      <TickField
        name="ageConfirmed"
        label={<Trans>I am at least {age} years old</Trans>}
        words={{ required: confirmAge, invalid: confirmAge }}
      />
      <FormProblem text={problem} />
      <Agreement age={age} />
      <SubmitButton busy={busy}>{busy ? t`Processing...` : t`Sign Up`}</SubmitButton>
    </Form>
  );
}

function Agreement({ age }: { age: number }) {
  return (
    <p className="text-sm text-dim">
      <Trans>
        By signing up you agree to the <ReadBeside to="/terms">Terms and Conditions</ReadBeside>,
        say that you have read the <ReadBeside to="/privacy">Privacy</ReadBeside> page, and that you
        are {age} or older.
      </Trans>
    </p>
  );
}

/** Opens beside the form, which would be empty after a way back. */
function ReadBeside({ to, children }: { to: '/terms' | '/privacy'; children?: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="py-2 underline underline-offset-4 hover:text-ink">
      {children}
    </Link>
  );
}
