import { useLingui } from '@lingui/react/macro';
import { passwordLength } from '#contract/limits.ts';
import { PasswordField } from './field.tsx';

/** The names of the two password fields, which must be equal. */
export const newPasswordFieldNames = ['password', 'password_confirmation'] as const;

/** A new password, typed twice. */
export function NewPasswordFields({ label }: { label: string }) {
  const { t } = useLingui();
  const length = t`At least ${passwordLength.min} characters`;
  return (
    <>
      <PasswordField
        name="password"
        comparedIn="password_confirmation"
        autoComplete="new-password"
        label={label}
        hint={t`At least ${passwordLength.min} characters; spaces count.`}
        errorTexts={{
          required: t`Password is required`,
          'too-short': length,
          same: t`This is the same as the password above. Choose another.`,
        }}
      />
      <PasswordField
        name="password_confirmation"
        autoComplete="new-password"
        enterKeyHint="done"
        label={t`Confirm password`}
        errorTexts={{
          required: t`Confirm Password is required`,
          mismatch: t`The two passwords do not match`,
        }}
      />
    </>
  );
}
