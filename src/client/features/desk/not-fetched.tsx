import { useLingui } from '@lingui/react/macro';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { useIsSpecOnly } from '#client/data/device/backend-kind.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { Failed, Notice } from '#client/ui/notice.tsx';

/** Explains why rows could not be fetched; the account may lack a required login guard. */
export function NotFetched({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  const isSpecOnly = useIsSpecOnly();
  const { answer } = useServerQuery(isSpecOnly ? undefined : 'security', (accounts) =>
    accounts.security(),
  );
  const app = answer?.kind === 'ok' ? answer.reply.authenticator : undefined;
  if (app === undefined || app.on || !app.required) {
    return (
      <Failed onRetry={onRetry} offline={t`New tickets come when you are online.`}>
        {t`The newest tickets could not be fetched.`}
      </Failed>
    );
  }
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
