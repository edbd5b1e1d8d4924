import { t } from '@lingui/core/macro';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { LinkButton } from '#client/ui/button.tsx';

/** A link to the login, as the next step. */
export function LoginButton() {
  return (
    <LinkButton to="/account/login" look="primary">
      {t`Login`}
    </LinkButton>
  );
}

/** A link to the form that requests a password reset mail. */
export function RequestLinkButton() {
  return (
    <LinkButton to="/account/forgot-password" look="primary">
      {t`Ask for a new link`}
    </LinkButton>
  );
}

/** Classes of a link in running text with a tap height of 44 px. */
export const underlinedLinkClasses =
  'inline-flex min-h-11 items-center underline underline-offset-4';

function UnderlinedAnchor({ children, className = 'font-bold', ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={`${underlinedLinkClasses} ${className}`}>
      {children}
    </a>
  );
}

/** A link in running text. */
export const UnderlinedLink = createLink(UnderlinedAnchor);
