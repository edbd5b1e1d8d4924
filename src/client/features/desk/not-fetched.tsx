import { useLingui } from '@lingui/react/macro';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { TouchlineOnly } from '#client/data/device/backend-kind.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { Failed, Notice } from '#client/ui/notice.tsx';

type NotFetchedProps = { onRetry: () => void };

/** Explains why rows could not be fetched; the account may lack a required login guard. */
export function NotFetched(props: NotFetchedProps) {
  return (
    <TouchlineOnly instead={<NoAnswer {...props} />}>
      <MissingGuard {...props} />
    </TouchlineOnly>
  );
}

function NoAnswer({ onRetry }: NotFetchedProps) {
  const { t } = useLingui();
  return (
    <Failed onRetry={onRetry} offline={t`New tickets come when you are online.`}>
      {t`The newest tickets could not be fetched.`}
    </Failed>
  );
}

function MissingGuard(props: NotFetchedProps) {
  const { t } = useLingui();
  const { answer } = useServerQuery('security', (accounts) => accounts.security());
  const app = answer?.kind === 'ok' ? answer.reply.authenticator : undefined;
  if (app === undefined || app.on || !app.required) return <NoAnswer {...props} />;
  return (
    <Notice
      role="status"
      tone="warning"
      actions={<LinkButton to="/settings/security">{t`Security`}</LinkButton>}
    >
      {t`An administrator needs an authenticator app first. Turn it on under Settings, Security.`}
    </Notice>
  );
}
