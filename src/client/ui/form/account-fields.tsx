import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { PasswordField, TextField } from './field.tsx';

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, 'autoComplete' | 'enterKeyHint'> & {
  label?: string;
  /** The error text for an invalid address. */
  invalid: string;
  /** The error text for the address that the account already has. */
  same?: string;
};

/** The email field of an account form. */
export function EmailField({ label, invalid, same, ...rest }: EmailFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      {...rest}
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      label={label ?? t`Email`}
      errorTexts={{ required: t`Email is required`, invalid, ...(same !== undefined && { same }) }}
    />
  );
}

type CurrentPasswordFieldProps = Pick<ComponentProps<typeof TextField>, 'enterKeyHint'> & {
  name?: string;
  label?: string;
};

/** A field for the account's current password. */
export function CurrentPasswordField({
  name = 'password',
  label,
  enterKeyHint = 'done',
}: CurrentPasswordFieldProps) {
  const { t } = useLingui();
  return (
    <PasswordField
      name={name}
      autoComplete="current-password"
      enterKeyHint={enterKeyHint}
      label={label ?? t`Password`}
      errorTexts={{ required: t`Password is required`, wrong: t`The password is not right` }}
    />
  );
}
