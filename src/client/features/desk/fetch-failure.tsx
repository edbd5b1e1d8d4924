import { useLingui } from '@lingui/react/macro';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { FetchFailedNotice, Notice } from '#client/ui/notice.tsx';

type FetchFailureProps = { onRetry: () => void };

/** Explains why the desk's rows could not be fetched, such as a missing login guard. */
export function FetchFailure(props: FetchFailureProps) {
  return (
    <TouchlineBackendOnly instead={<NoResponse {...props} />}>
      <MissingLoginGuard {...props} />
    </TouchlineBackendOnly>
  );
}

function NoResponse({ onRetry }: FetchFailureProps) {
  const { t } = useLingui();
  return (
    <FetchFailedNotice onRetry={onRetry} offline={t`New tickets come when you are online.`}>
      {t`The newest tickets could not be fetched.`}
    </FetchFailedNotice>
  );
}

function MissingLoginGuard(props: FetchFailureProps) {
  const { t } = useLingui();
  const { answer } = useServerQuery('security', (accounts) => accounts.readSecurity());
  const app = answer?.kind === 'ok' ? answer.reply.authenticator : undefined;
  if (app === undefined || app.on || !app.required) return <NoResponse {...props} />;
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
