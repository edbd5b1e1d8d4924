import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { Operator, Prose } from '#client/features/pages/prose.tsx';

export const Route = createFileRoute('/privacy')({ component: PrivacyPage });

function PrivacyPage() {
  const { t } = useLingui();
  return (
    <Prose title={t`Privacy`}>
      <h2>
        <Trans>What is public</Trans>
      </h2>
      <p>
        <Trans>
          Your name, picture, place, the tips you post and the record they add up to. Your email is
          never shown. Your phone number is shown to signed-in members only, and only if you switch
          that on.
        </Trans>
      </p>
      <h2>
        <Trans>What is yours alone</Trans>
      </h2>
      <p>
        <Trans>
          Which tips you booked, copied or staked, whom you follow, and the slip you are building.
        </Trans>
      </p>
      <h2>
        <Trans>What lies on this device</Trans>
      </h2>
      <p>
        <Trans>
          Everything you see is kept on this device, so that it opens without a line. Logging out
          removes what is private; what was not sent yet stays only if you say so, and a break until
          it is over.
        </Trans>
      </p>
      <h2>
        <Trans>What we do not do</Trans>
      </h2>
      <p>
        <Trans>No advertising, no tracking, nothing loaded from elsewhere.</Trans>
      </p>
      <Operator />
    </Prose>
  );
}
