import { useLingui } from '@lingui/react/macro';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { passwordLength } from '#contract/limits.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';

type EmailFieldProps = Pick<ComponentProps<'input'>, 'autoComplete' | 'enterKeyHint'> & {
  label?: string;
  /** Error text of an invalid address. */
  invalid: string;
};

/** The email field of an account form. */
export function EmailField({ label, invalid, ...rest }: EmailFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      {...rest}
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      label={label ?? t`Email`}
      words={{ required: t`Email is required`, invalid }}
    />
  );
}

/** The names of the two password fields, which must be equal. */
export const passwordTwice = ['password', 'password_confirmation'] as const;

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
        words={{ required: t`Password is required`, 'too-short': length }}
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
    </>
  );
}

/** A link to the login as the next step. */
export function LoginButton() {
  const { t } = useLingui();
  return (
    <LinkButton to="/account/login" look="primary">
      {t`Login`}
    </LinkButton>
  );
}

/** Classes of a link in running text, tall enough for a thumb. */
export const underlined = 'inline-flex min-h-11 items-center underline underline-offset-4';

function UnderlinedAnchor({ children, className = 'font-bold', ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={`${underlined} ${className}`}>
      {children}
    </a>
  );
}

/** A link in running text. */
export const UnderlinedLink = createLink(UnderlinedAnchor);
