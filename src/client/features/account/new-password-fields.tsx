import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { passwordLength } from '#contract/limits.ts';
import { PasswordField } from '../../ui/form/field.tsx';

type NewPasswordFieldsProps = { label: ReactNode; enterKeyHint?: 'done' };

/** A password that somebody chooses, typed twice. */
export function NewPasswordFields({ label, enterKeyHint }: NewPasswordFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={label}
        hint={<Trans>At least {passwordLength.min} characters; spaces count.</Trans>}
        words={{
          required: t`Password is required`,
          'too-short': t`At least ${passwordLength.min} characters`,
        }}
      />
      <PasswordField
        name="password_confirmation"
        autoComplete="new-password"
        enterKeyHint={enterKeyHint}
        label={<Trans>Confirm password</Trans>}
        words={{
          required: t`Confirm Password is required`,
          mismatch: t`The two passwords do not match`,
        }}
      />
    </>
  );
}
