import { t } from '@lingui/core/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { passwordLength } from '#contract/limits.ts';
import { changePassword, type LoginGuard } from '#contract/account/security.ts';
import { requiredText } from '#contract/values.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { CurrentPasswordField } from '#client/ui/form/account-fields.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { NewPasswordFields, newPasswordFieldNames } from '#client/ui/form/new-password.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { LoginGuardReview } from './login-guard-review.tsx';

/** The current password, and the new one twice; the second field is not sent. */
const PasswordChangeFields = z.object({
  ...changePassword.body.shape,
  password_confirmation: requiredText(passwordLength.max),
});

const emptyPasswords = { currentPassword: '', password: '', password_confirmation: '' };

type PasswordChangeProps = {
  /** The login guards that are listed after the change of the password. */
  guards: readonly LoginGuard[];
  onChanged: () => void;
  onClose: () => void;
};

/** Changes the password, which logs out all other devices. */
export function PasswordChange({ guards, onChanged, onClose }: PasswordChangeProps) {
  const [isChanged, setIsChanged] = useState(false);
  const form = useServerForm({
    schema: PasswordChangeFields,
    defaultValues: emptyPasswords,
    same: newPasswordFieldNames,
    check: ({ currentPassword, password }) =>
      password === currentPassword ? { password: ['same'] } : undefined,
    call: (accounts, { currentPassword, password }) =>
      accounts.call(changePassword, { body: { currentPassword, password } }),
    onSuccess: () => {
      if (guards.length > 0) setIsChanged(true);
      else {
        notify({
          tone: 'won',
          title: t`Your password is changed`,
          text: t`You are logged out everywhere else.`,
        });
        onClose();
      }
      onChanged();
    },
    unansweredText: t`No answer came. Your password may be changed already: try the new one, or send it again.`,
  });
  if (isChanged)
    return <LoginGuardReview guards={guards} onChanged={onChanged} onClose={onClose} />;
  return (
    <Form {...form} label={t`Change your password`}>
      <CurrentPasswordField
        name="currentPassword"
        label={t`Your password now`}
        enterKeyHint="next"
      />
      <NewPasswordFields label={t`New password`} />
      <FormProblem />
      <SubmitButton>{t`Change my password`}</SubmitButton>
      <Button onClick={onClose}>{t`Cancel`}</Button>
    </Form>
  );
}
