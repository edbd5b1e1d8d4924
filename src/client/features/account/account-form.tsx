import { useLingui } from '@lingui/react/macro';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { LinkButton } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';

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
