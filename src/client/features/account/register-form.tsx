import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Registration } from '#contract/accounts.ts';
import { passwordLength } from '#contract/limits.ts';
import type { AccountAnswer } from '#client/data/accounts.ts';
import { useConfiguration } from '#client/data/running.ts';
import { Form, showFieldCodes, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField, TextField, TickField } from '#client/ui/form/field.tsx';

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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const form = useShapeForm(Registration, {
    userName: '',
    phoneNumber: '',
    email: '',
    password: '',
    password_confirmation: '',
  });

  const register = async (values: Registration) => {
    setBusy(true);
    setProblem(undefined);
    const answer = await onRegister(values);
    setBusy(false);
    if (answer.kind === 'ok') return onRegistered(values.email);
    if (answer.kind === 'unreachable') {
      return setProblem(t`There is no line to the server right now. Nothing was lost; try again.`);
    }
    if (!showFieldCodes(form, fields, answer.errors)) setProblem(answer.message);
  };

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
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={<Trans>Password</Trans>}
        hint={<Trans>At least {passwordLength.min} characters; spaces count.</Trans>}
        words={{
          required: t`Password is required`,
          'too-short': t`At least ${passwordLength.min} characters`,
        }}
      />
      <PasswordField
        name="password_confirmation"
        autoComplete="new-password"
        label={<Trans>Confirm password</Trans>}
        words={{
          required: t`Confirm Password is required`,
          mismatch: t`The two passwords do not match`,
        }}
      />
      <TickField
        name="ageConfirmed"
        label={<Trans>I am at least {age} years old</Trans>}
        words={{ required: confirmAge, invalid: confirmAge }}
      />
      {problem !== undefined && (
        <Notice role="alert" tone="warning">
          {problem}
        </Notice>
      )}
      <p className="text-sm text-dim">
        <Trans>
          By signing up you agree to the <ReadBeside to="/terms">Terms and Conditions</ReadBeside>,
          say that you have read the <ReadBeside to="/privacy">Privacy</ReadBeside> page, and that
          you are {age} or older.
        </Trans>
      </p>
      <SubmitButton busy={busy}>{busy ? t`Processing...` : t`Sign Up`}</SubmitButton>
    </Form>
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
