import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { PasswordField, TextField } from './field.tsx';

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, 'autoComplete' | 'enterKeyHint'> & {
  label?: string;
  /** Error text of an invalid address. */
  invalid: string;
  /** Error text of an address that the account has already. */
  same?: string;
};

/** The email field of a form about an account. */
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

/** The password that an account has already. */
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
