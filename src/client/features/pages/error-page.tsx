import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { MessagePage } from '#client/ui/message-page.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import type { IconName } from '#client/ui/icon.tsx';

/** The error page for an HTTP status; an unknown status shows "not found". */
export function ErrorPage({ status }: { status: string }) {
  switch (status) {
    case '403':
      return (
        <ErrorMessage heading={t`No access`} icon="shield">
          {t`You are not allowed to see this. Perhaps another account of yours is: log in with that one.`}
        </ErrorMessage>
      );
    case '500':
      return (
        <ErrorMessage heading={t`Server error`} icon="warning">
          {t`Our server could not answer. What you saved on this phone is safe; try again a little later.`}
        </ErrorMessage>
      );
    default:
      return <NotFoundPage />;
  }
}

export function NotFoundPage() {
  return (
    <ErrorMessage heading={t`Page not found`} icon="search">
      {t`There is nothing at this address. The link may be old or cut short.`}
    </ErrorMessage>
  );
}

type ErrorMessageProps = { heading: string; icon: IconName; children: ReactNode };

function ErrorMessage({ heading, icon, children }: ErrorMessageProps) {
  return (
    <MessagePage
      heading={heading}
      icon={icon}
      action={
        <LinkButton to="/" look="primary">
          {t`Home`}
        </LinkButton>
      }
    >
      <p>{children}</p>
    </MessagePage>
  );
}
