import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useSiteConfiguration } from '#client/data/device/engine-state.ts';
import { ExternalLink } from '#client/ui/button.tsx';
import checkReceipt from '#client/features/pages/check-receipt.js?raw';
import { SiteOperator, TextPage, SitePurpose, Topic } from '#client/features/pages/text-page.tsx';

export const Route = createFileRoute('/help')({ component: HelpPage });

function HelpPage() {
  return (
    <TextPage title={t`Help`}>
      <SitePurpose />
      <Topic title={t`I have no signal`}>
        <Trans>
          Go on as usual: what you post is saved on this phone and sent when you are online. It has
          to arrive before kick-off.
        </Trans>
      </Topic>
      <p>
        <Link to="/sync" className="font-bold underline underline-offset-4">
          {t`See what is on this phone`}
        </Link>
      </p>
      <Topic title={t`How do I hear of a tip?`}>
        <Trans>
          The bell holds what happened to your tips and to those of tipsters you follow. In Settings
          you choose what this phone tells you of while the app is closed.
        </Trans>
      </Topic>
      <Topic id="password" title={t`I forgot my password`}>
        <Link to="/account/forgot-password" className="font-bold underline underline-offset-4">
          {t`Choose a new password`}
        </Link>
      </Topic>
      <SupportLinks />
      <Topic title={t`How tips are settled`}>
        <Trans>
          By the score after 90 minutes plus stoppage time. A void game counts as odds of 1.00. An
          administrator confirms every ticket, never their own.
        </Trans>
      </Topic>
      <Topic id="keys" title={t`Keys for administrators`}>
        <Trans>
          Where games are settled, J and K go to the next and the previous option, A accepts, D
          declines, V makes void and Z takes back. Arrows change the game, digits go into the score,
          Enter opens the next exception, Shift and A accept all, C confirms what is ready. None of
          them acts while you write, and “Keys” turns them off.
        </Trans>
      </Topic>
      <Topic title={t`When an outcome was wrong`}>
        <Trans>
          A confirmed ticket is corrected with a reason, which everybody reads beside the old
          outcome, with how long after the confirmation that was. The record moves with it, and its
          tipster and followers are told.
        </Trans>
      </Topic>
      <Topic id="receipt" title={t`How a receipt is checked`}>
        <Trans>
          Every hour the server signs what happened to all tips, and your phone checks it on every
          tip’s page. To check one yourself, run this in Node as check-receipt.js, with this site’s
          address and the end of the tip’s link.
        </Trans>
      </Topic>
      <pre className="rounded-sm bg-sunk p-3 text-xs wrap-anywhere whitespace-pre-wrap" dir="ltr">
        {checkReceipt}
      </pre>
      <SiteOperator />
    </TextPage>
  );
}

function SupportLinks() {
  const support = useSiteConfiguration()?.supportLinks ?? [];
  if (support.length === 0) return undefined;
  return (
    <ul>
      {support.map(({ name, url }) => (
        <li key={url}>
          <ExternalLink href={url} className="underline underline-offset-4">
            {name}
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}
