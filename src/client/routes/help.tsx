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
          Go on as usual: what you post or book is saved on this phone and sent when you are online.
          A tip counts only if it arrives before kick-off.
        </Trans>
      </Topic>
      <p>
        <Link to="/sync" className="font-bold underline underline-offset-4">
          {t`See what is on this phone`}
        </Link>
      </p>
      <Topic title={t`Something waits for my decision`}>
        <Trans>
          Tap the chip at the top and read the reason. Then try again, change it or discard it.
        </Trans>
      </Topic>
      <Topic id="password" title={t`I forgot my password`}>
        <Trans>
          We mail you a link to choose a new one. If it does not come, write to whoever runs this
          site.
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
          By the score after 90 minutes plus stoppage time, without extra time or penalties. A void
          game counts as odds of 1.00. An administrator confirms every ticket, never their own.
        </Trans>
      </Topic>
      <Topic id="receipt" title={t`How a receipt is checked`}>
        <Trans>
          What happens to a tip is chained, and every hour the server signs all chains in one
          checkpoint. Your phone checks this on every tip’s page. To check a tip yourself, save this
          as check-receipt.js and run it in Node with this site’s address and the end of the tip’s
          link.
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
