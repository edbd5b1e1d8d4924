import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { Operator, Prose, Topic } from '#client/features/pages/prose.tsx';

export const Route = createFileRoute('/privacy')({ component: PrivacyPage });

function PrivacyPage() {
  return (
    <Prose title={t`Privacy`}>
      <Topic title={t`What is public`}>
        <Trans>
          Your name, picture, place, the tips you post and the record they add up to. Your email is
          never shown. Your phone number is shown to signed-in members only, and only if you switch
          that on.
        </Trans>
      </Topic>
      <Topic title={t`What is yours alone`}>
        <Trans>
          Which tips you booked, copied or staked, whom you follow, and the slip you are building.
        </Trans>
      </Topic>
      <Topic title={t`What lies on this device`}>
        <Trans>
          Everything you see is kept on this device, so that it opens without a connection. Logging
          out removes what is private; what was not sent yet stays only if you say so, and a break
          until it is over.
        </Trans>
      </Topic>
      <Topic
        title={t`What we do not do`}
      >{t`No advertising, no tracking, nothing loaded from elsewhere.`}</Topic>
      <Operator />
    </Prose>
  );
}
