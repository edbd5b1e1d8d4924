import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import type { Configuration } from '#contract/site/site.ts';
import { useSiteConfiguration } from '#client/data/device/engine-state.ts';
import { TextPage, Topic } from '#client/features/pages/text-page.tsx';
import { ExternalLink, LinkButton } from '#client/ui/button.tsx';

export const Route = createFileRoute('/play-responsibly')({ component: PlayResponsiblyPage });

function PlayResponsiblyPage() {
  const configuration = useSiteConfiguration();
  const age = configuration?.minimumAge ?? 18;
  const helplines = configuration?.helplines ?? [];
  return (
    <TextPage title={t`Play responsibly`}>
      <p>
        <strong className="figure">{age}+</strong>{' '}
        {t`Betting costs money more often than it brings any.`}
      </p>
      <ul>
        <li>{t`Set a limit before you start, and stop there.`}</li>
        <li>{t`Never chase a loss, and never bet with money you need.`}</li>
        <li>{t`A tip is an opinion. A record is the past.`}</li>
        <li>{t`If it stops being fun, talk to somebody.`}</li>
      </ul>
      {helplines.length > 0 && (
        <>
          <h2>{t`Free and confidential help`}</h2>
          <Helplines helplines={helplines} />
        </>
      )}
      <Topic title={t`Take a break`}>
        <Trans>
          For a day, a week or a month nothing is posted or booked with your account, and nobody can
          lift that. You find it in the settings.
        </Trans>
      </Topic>
      <p>
        <LinkButton to="/settings">{t`Settings`}</LinkButton>
      </p>
    </TextPage>
  );
}

function Helplines({ helplines }: Pick<Configuration, 'helplines'>) {
  return (
    <ul>
      {helplines.map(({ country, name, phone, url }) => (
        <li key={`${country} ${name}`}>
          {url === undefined ? (
            name
          ) : (
            <ExternalLink href={url} className="underline underline-offset-4">
              {name}
            </ExternalLink>
          )}{' '}
          ({country}){' '}
          {phone !== undefined && (
            <a href={`tel:${phone.replace(/\s/g, '')}`} className="figure font-bold">
              {phone}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
