import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useFixturePostLink } from '#client/session/aim.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Section } from '#client/ui/page.tsx';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { BettingOption } from '#domain/catalogue.ts';
import { FixtureFacts, FixtureFrame } from './fixture-facts.tsx';
import { canBePicked } from './fixture-status.tsx';
import { OptionSections } from './options.tsx';

type PublicFixturePageProps = {
  id: string;
  /** The tips on the game. */
  tips: ReactNode;
};

/** The public page of a game: facts, prices and tips, and links to post a tip. */
export function PublicFixturePage({ id, tips }: PublicFixturePageProps) {
  return (
    <FixtureFrame id={id}>
      {(fixture) => (
        <>
          <FixtureFacts fixture={fixture} />
          <PublicPrices fixture={fixture} />
          <Section title={t`Tips on this game`}>{tips}</Section>
        </>
      )}
    </FixtureFrame>
  );
}

/** All options with prices; before the kick-off a tap leads to a tip on the option. */
function PublicPrices({ fixture }: { fixture: Fixture }) {
  const now = useServerNow(20_000);
  const navigate = useNavigate();
  const postLink = useFixturePostLink(fixture.id);
  const closed = !canBePicked(fixture, now);
  if (closed && !fixture.prices && !fixture.otherPrices) return undefined;
  const onPick = async ({ oddsId }: BettingOption) => navigate(postLink(oddsId));
  return (
    <>
      {!closed && (
        <LinkButton {...postLink()} look="primary" className="mt-3 w-full md:w-fit">
          {t`Post a tip`}
        </LinkButton>
      )}
      <Section title={t`Odds`}>
        <Card className="px-4">
          <OptionSections
            fixture={fixture}
            chosen={undefined}
            closed={closed}
            folded
            onPick={onPick}
          />
        </Card>
      </Section>
    </>
  );
}
