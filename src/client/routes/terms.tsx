import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { useSiteConfiguration } from '#client/data/device/engine-state.ts';
import { TextPage, SitePurpose, Topic } from '#client/features/pages/text-page.tsx';
import { listText } from '#client/ui/formats.ts';

export const Route = createFileRoute('/terms')({ component: TermsPage });

function TermsPage() {
  const age = useSiteConfiguration()?.minimumAge ?? 18;
  return (
    <TextPage title={t`Terms and Conditions`}>
      <SitePurpose />
      <Topic title={t`Who may take part`}>
        <Trans>
          You are at least {age} years old, and betting is legal where you are. One person, one
          account.
        </Trans>
      </Topic>
      <h2>{t`Tips`}</h2>
      <TipRules />
      <Topic title={t`No promise`}>
        <Trans>
          A good record says what was, not what will be. Never bet what you cannot lose.
        </Trans>
      </Topic>
    </TextPage>
  );
}

function TipRules() {
  const bookmakers = useSiteConfiguration()?.bookmakers ?? [];
  return (
    <ul>
      <li>{t`A tip you post is public, with your name and the time it was received.`}</li>
      <li>
        <Trans>
          A game counts only if the server received it before kick-off. It cannot be edited
          afterwards; you may withdraw a tip within two minutes and before any kick-off.
        </Trans>
      </li>
      <li>
        <Trans>
          Odds may be subject to change. They are what our own feed or an administrator says.
        </Trans>
      </li>
      <li>{t`Games are settled on 90 minutes plus stoppage time.`}</li>
      {bookmakers.length > 0 && (
        <li>
          <Trans>
            All games and betting options selected must be featured on {listText(bookmakers)}.
          </Trans>
        </li>
      )}
    </ul>
  );
}
