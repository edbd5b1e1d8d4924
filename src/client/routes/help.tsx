import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useConfiguration } from '#client/data/running.ts';
import { AwayLink } from '#client/ui/button.tsx';
import { Operator, Prose } from '#client/features/pages/prose.tsx';

export const Route = createFileRoute('/help')({ component: HelpPage });

function HelpPage() {
  const support = useConfiguration()?.supportLinks ?? [];
  return (
    <Prose title={t`Help`}>
      <p>
        <Trans>
          Touchline is a place to share and to check football tips. It takes no bets and holds no
          money.
        </Trans>
      </p>
      <h2>{t`I have no signal`}</h2>
      <p>
        <Trans>
          Go on as usual. What you post or book is kept on this phone and sent when there is a line.
          A tip counts from the moment the server receives it, so mind the kick-off.
        </Trans>
      </p>
      <p>
        <Link to="/sync" className="font-bold underline underline-offset-4">
          {t`See what is waiting on this phone`}
        </Link>
      </p>
      <h2>{t`Something needs me`}</h2>
      <p>
        <Trans>
          The chip at the top says so. Nothing you did is dropped: open it, read the reason, then
          try again, change it or discard it.
        </Trans>
      </p>
      <h2 id="password">{t`I forgot my password`}</h2>
      <p>
        <Trans>
          We mail you a link to choose a new one. If that mail does not come, write to whoever runs
          this site from the address you registered with.
        </Trans>
      </p>
      <p>
        <Link to="/account/forgot-password" className="font-bold underline underline-offset-4">
          {t`Choose a new password`}
        </Link>
      </p>
      {support.length > 0 && (
        <ul>
          {support.map(({ name, url }) => (
            <li key={url}>
              <AwayLink href={url} className="underline underline-offset-4">
                {name}
              </AwayLink>
            </li>
          ))}
        </ul>
      )}
      <h2>{t`How tips are settled`}</h2>
      <p>
        <Trans>
          On the score after 90 minutes plus stoppage time; extra time and penalties never count. A
          void game counts as odds of 1.00. An administrator confirms every ticket, and never their
          own.
        </Trans>
      </p>
      <Operator />
    </Prose>
  );
}
