import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useConfiguration } from '#client/data/device/running.ts';
import { AwayLink } from '#client/ui/button.tsx';
import checkReceipt from '#client/features/pages/check-receipt.js?raw';
import { Operator, Prose, Purpose, Topic } from '#client/features/pages/prose.tsx';

export const Route = createFileRoute('/help')({ component: HelpPage });

function HelpPage() {
  return (
    <Prose title={t`Help`}>
      <Purpose />
      <Topic title={t`I have no signal`}>
        <Trans>
          Go on as usual. What you post or book is kept on this phone and sent when there is a
          connection. A tip counts from the moment the server receives it, so mind the kick-off.
        </Trans>
      </Topic>
      <p>
        <Link to="/sync" className="font-bold underline underline-offset-4">
          {t`See what is waiting on this phone`}
        </Link>
      </p>
      <Topic title={t`Something needs me`}>
        <Trans>
          The chip at the top says so. Nothing you did is dropped: open it, read the reason, then
          try again, change it or discard it.
        </Trans>
      </Topic>
      <Topic id="password" title={t`I forgot my password`}>
        <Trans>
          We mail you a link to choose a new one. If that mail does not come, write to whoever runs
          this site from the address you registered with.
        </Trans>
      </Topic>
      <p>
        <Link to="/account/forgot-password" className="font-bold underline underline-offset-4">
          {t`Choose a new password`}
        </Link>
      </p>
      <SupportLinks />
      <Topic title={t`How tips are settled`}>
        <Trans>
          On the score after 90 minutes plus stoppage time; extra time and penalties never count. A
          void game counts as odds of 1.00. An administrator confirms every ticket, and never their
          own.
        </Trans>
      </Topic>
      <Topic id="receipt" title={t`How a receipt is checked`}>
        <Trans>
          Everything that happens to a tip is written down in a chain, and once an hour the ends of
          all chains go into one checkpoint that this server signs and cannot take back. Your phone
          checks this on every tip’s page and keeps the checkpoints it saw. With these lines you
          check a tip yourself: save them as check-receipt.js, and run them in Node with the address
          of this site and the end of the tip’s link.
        </Trans>
      </Topic>
      <pre className="rounded-sm bg-sunk p-3 text-xs wrap-anywhere whitespace-pre-wrap" dir="ltr">
        {checkReceipt}
      </pre>
      <Operator />
    </Prose>
  );
}

function SupportLinks() {
  const support = useConfiguration()?.supportLinks ?? [];
  if (support.length === 0) return undefined;
  return (
    <ul>
      {support.map(({ name, url }) => (
        <li key={url}>
          <AwayLink href={url} className="underline underline-offset-4">
            {name}
          </AwayLink>
        </li>
      ))}
    </ul>
  );
}
