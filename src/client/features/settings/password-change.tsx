import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { passwordLength } from '#contract/limits.ts';
import { changePassword, type LoginGuard } from '#contract/account/security.ts';
import { requiredText } from '#contract/values.ts';
import { useAccounts } from '#client/data/account/use-accounts.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { Form, showFieldCodes, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { Problem } from '#client/ui/notice.tsx';
import { noConnectionWords } from '#client/ui/messages/problems.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { useSending } from '#client/ui/use-task.ts';
import { GuardCheck } from './guard-check.tsx';

/** The old password and the new one twice; the second is only compared here. */
const PasswordForm = z
  .object({
    ...changePassword.body.shape,
    password_confirmation: requiredText(passwordLength.max),
  })
  .check(
    z.refine(
      (form: { password: string; password_confirmation: string }) =>
        form.password === form.password_confirmation,
      { path: ['password_confirmation'], params: { code: 'mismatch' } },
    ),
  );

const empty = { currentPassword: '', password: '', password_confirmation: '' };

type PasswordChangeProps = {
  /** Login guards, shown after the password was changed. */
  guards: readonly LoginGuard[];
  onChanged: () => Promise<void>;
  onClose: () => void;
};

/** Changes the password, which logs out every other device. */
export function PasswordChange({ guards, onChanged, onClose }: PasswordChangeProps) {
  const { t } = useLingui();
  const callAccount = useAccounts();
  const form = useShapeForm(PasswordForm, empty);
  const { busy, problem, send } = useSending();
  const [isChanged, setIsChanged] = useState(false);
  if (isChanged) return <GuardCheck guards={guards} onChanged={onChanged} onClose={onClose} />;
  const change = async ({ currentPassword, password }: z.output<typeof PasswordForm>) =>
    send(async () => {
      if (password === currentPassword) {
        showFieldCodes(form, ['password'], { password: ['same'] });
        return undefined;
      }
      const answer = await callAccount((accounts) =>
        accounts.changePassword(currentPassword, password),
      );
      if (answer.kind === 'unreachable') {
        if (answer.unsent) return noConnectionWords();
        return t`No answer came. Your password may be changed already: try the new one, or send it again.`;
      }
      if (answer.kind === 'ok') {
        if (guards.length > 0) setIsChanged(true);
        else {
          notify({
            tone: 'won',
            title: t`Your password is changed`,
            text: t`You are logged out everywhere else.`,
          });
          onClose();
        }
        await onChanged();
      } else if (!showFieldCodes(form, ['currentPassword', 'password'], answer.errors)) {
        return answer.message;
      }
      return undefined;
    });
  return (
    <Form form={form} onSubmit={change} label={t`Change your password`}>
      <PasswordField
        name="currentPassword"
        autoComplete="current-password"
        label={t`Your password now`}
        words={{ required: t`Password is required`, wrong: t`The password is not right` }}
      />
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t`New password`}
        hint={t`At least ${passwordLength.min} characters; spaces count.`}
        words={{
          required: t`Password is required`,
          'too-short': t`At least ${passwordLength.min} characters`,
          same: t`This is the same as the password above. Choose another.`,
        }}
      />
      <PasswordField
        name="password_confirmation"
        autoComplete="new-password"
        enterKeyHint="done"
        label={t`Confirm password`}
        words={{
          required: t`Confirm Password is required`,
          mismatch: t`The two passwords do not match`,
        }}
      />
      <Problem text={problem} />
      <SubmitButton busy={busy}>{busy ? t`Processing...` : t`Change my password`}</SubmitButton>
      <Button onClick={onClose}>{t`Cancel`}</Button>
    </Form>
  );
}
