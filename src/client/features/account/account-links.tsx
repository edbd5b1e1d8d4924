import { t } from '@lingui/core/macro';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { LinkButton } from '#client/ui/button.tsx';

/** The primary button that opens the login page. */
export function LoginButton() {
  return (
    <LinkButton to="/account/login" look="primary">
      {t`Login`}
    </LinkButton>
  );
}

/** The primary button that opens the form for a password reset mail. */
export function RequestResetLinkButton() {
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

export const UnderlinedLink = createLink(UnderlinedAnchor);
