import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { SiteOperator, TextPage, Topic } from '#client/features/pages/text-page.tsx';

export const Route = createFileRoute('/privacy')({ component: PrivacyPage });

function PrivacyPage() {
  return (
    <TextPage title={t`Privacy`}>
      <Topic title={t`What is public`}>
        <Trans>
          Your name, picture, place, tips and record. Your email never; your phone number only to
          logged-in members, if you switch that on.
        </Trans>
      </Topic>
      <Topic title={t`What is yours alone`}>
        <Trans>
          The tips you booked, copied or staked, whom you follow, and your slip. A record adds up
          what those who booked copies of its tips got, from ten tickets on, and a tip says how many
          copied it; neither names anybody.
        </Trans>{' '}
        {t`A pool is seen by its members only.`}
      </Topic>
      <Topic title={t`What lies on this device`}>
        <Trans>
          What you see is saved on this device, so it opens offline. Logging out removes what is
          private; unsent changes stay only if you say so, and a break until it is over.
        </Trans>
      </Topic>
      <Topic title={t`If you ask to be notified`}>
        <Trans>
          Your browser’s maker carries the message, encrypted: it says the kind of news and which
          tip, and nothing else. Switching it off or logging out ends it.
        </Trans>
      </Topic>
      <Topic
        title={t`What we do not do`}
      >{t`No advertising, no tracking, nothing loaded from elsewhere.`}</Topic>
      <SiteOperator />
    </TextPage>
  );
}
