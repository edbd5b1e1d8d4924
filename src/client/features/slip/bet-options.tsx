import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { teamShortName } from '#client/clubs.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import type { Slip } from '#client/data/tips/slip.ts';
import { favourites as storedFavourites, toggleFavourite } from '#client/session/preferences.ts';
import { useObservable } from '#client/use-observable.ts';
import { BadgePair } from '#client/ui/member/badge.tsx';
import { Chips, ToggleChip } from '#client/ui/chip.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { isolateForeignText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { translateOption } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { oddNameOf, findOptionById, type BettingOption } from '#domain/catalogue.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { quoteOf } from '#domain/odds/quote.ts';
import { FixtureStatusText, canBePicked } from './fixture-status.tsx';
import { OptionSections } from './options.tsx';
import { useSlipLegs } from './slip-legs.ts';
import { SlipOdds } from './slip-footer.tsx';

type BetOptionsProps = {
  fixture: Fixture;
  /** The name of the league in the odds feed. */
  league: string | undefined;
  slip: Slip;
  onPick: (option: BettingOption) => Promise<void>;
  onClose: () => void;
};

/** A dialog with all options of one game; a pick goes to the slip and closes the dialog. */
export function BetOptions({ fixture, league, slip, onPick, onClose }: BetOptionsProps) {
  const now = useServerNow(20_000);
  const [home, away] = [teamShortName(fixture.home), teamShortName(fixture.away)];
  const chosen = slip.find(({ fixtureId }) => fixtureId === fixture.id)?.oddsId;
  return (
    <Modal
      open
      onClose={onClose}
      look="sheet"
      title={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <BadgePair home={fixture.home} away={fixture.away} />
          <span className="min-w-0 flex-1 basis-40">
            <Trans>
              <bdi>{home}</bdi> v <bdi>{away}</bdi> · Bet Options
            </Trans>
          </span>
        </span>
      }
      description={
        <>
          <bdi>{toLeagueLabel(fixture.sportKey, league).title}</bdi>
          {' · '}
          <FixtureStatusText {...fixture} now={now} />
        </>
      }
      actions={
        slip.length > 0 ? <SlipTotal fixture={fixture} chosen={chosen} slip={slip} /> : undefined
      }
    >
      <OptionSections
        fixture={fixture}
        chosen={chosen}
        closed={!canBePicked(fixture, now)}
        onPick={onPick}
      />
      <FavouriteChips fixture={fixture} league={league} />
    </Modal>
  );
}

/** Chips that star a team or the league; starred teams and leagues are listed first. */
function FavouriteChips({
  fixture: { home, away, sportKey },
  league,
}: Pick<BetOptionsProps, 'fixture' | 'league'>) {
  const favourites = useObservable(storedFavourites);
  const names = [
    [home, teamShortName(home)],
    [away, teamShortName(away)],
    [sportKey, toLeagueLabel(sportKey, league).title],
  ] as const;
  return (
    <div className="-mx-4 border-t border-line pt-2 text-sm">
      <Chips label={t`Favourites, on top of your list`}>
        {names.map(([key, name]) => {
          const on = favourites.includes(key);
          return (
            <ToggleChip key={key} on={on} onClick={() => toggleFavourite(key)}>
              <Icon name="star" className={on ? 'size-4 fill-current' : 'size-4'} />
              <bdi>{name}</bdi>
            </ToggleChip>
          );
        })}
      </Chips>
    </div>
  );
}

type SlipTotalProps = { fixture: Fixture; chosen: number | undefined; slip: Slip };

/** The pick on this game, and the total odds of the slip. */
function SlipTotal({ fixture, chosen, slip }: SlipTotalProps) {
  const legs = useSlipLegs(slip);
  const option = chosen === undefined ? undefined : findOptionById(chosen);
  const leg = legs.find(({ selection }) => selection.fixtureId === fixture.id);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-1">
      <p className="min-w-0 flex-1 basis-36 text-sm">
        {option ? (
          <>
            <bdi className="font-semibold">
              {isolateForeignText(translateOption(oddNameOf(option), fixture, teamShortName))}
            </bdi>{' '}
            <QuoteFigure quote={leg && quoteOf(leg)} />
          </>
        ) : (
          <span className="text-dim">{t`Nothing picked on this game`}</span>
        )}
      </p>
      <SlipOdds legs={legs} />
    </div>
  );
}
