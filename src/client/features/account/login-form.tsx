import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { Credentials } from '#contract/accounts.ts';
import type { AccountAnswer } from '#client/data/accounts.ts';
import { Form, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { PasswordField, TextField, TickField } from '#client/ui/form/field.tsx';

type LoginFormProps = {
  busy: boolean;
  onLogIn: (credentials: z.output<typeof Credentials>) => Promise<void>;
  onResend: (email: string) => Promise<AccountAnswer>;
};

export function LoginForm({ busy, onLogIn, onResend }: LoginFormProps) {
  const { t } = useLingui();
  const form = useShapeForm(Credentials, { email: '', password: '', rememberMe: true });
  const sent = form.formState.isSubmitted;
  return (
    <Form form={form} onSubmit={onLogIn} label={t`Login To Your Account`}>
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        label={<Trans>Username (your email)</Trans>}
        words={{ required: t`Email is required`, invalid: t`Email format error` }}
      />
      <PasswordField
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        label={<Trans>Password</Trans>}
        words={{ required: t`Password is required` }}
      />
      <TickField name="rememberMe" label={<Trans>Keep me logged in</Trans>} />
      <SubmitButton busy={busy}>
        <Trans>Login</Trans>
      </SubmitButton>
      <p role="status" className="text-center text-sm text-dim empty:hidden">
        {busy && <Trans>Attempting to log in</Trans>}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link
          to="/account/forgot-password"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          <Trans>Forget Password?</Trans>
        </Link>
        {sent && form.formState.isValid && (
          <ResendButton onResend={() => onResend(form.getValues('email'))} />
        )}
      </div>
    </Form>
  );
}
