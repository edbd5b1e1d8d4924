import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useFixtures, useLeagueRefresh, useLeagues, usePricedAt } from '#client/data/fixtures.ts';
import { useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { useSlip, type SlipDraft } from '#client/data/tips/slip.ts';
import { Card } from '#client/ui/card.tsx';
import { classes } from '#client/ui/classes.ts';
import { shortTime } from '#client/ui/formats.ts';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { Failed, Loading } from '#client/ui/notice.tsx';
import { useDesktop } from '#client/ui/use-desktop.ts';
import type { Fixture, League } from '#contract/fixtures.ts';
import type { Slip } from '#domain/slip.ts';
import { FixtureList } from './fixture-list.tsx';
import { PostTip } from './posting.tsx';
import { KickOffSaid, SlipBar } from './slip-bar.tsx';
import { SlipContent } from './slip-content.tsx';
import { usePick } from './use-pick.ts';

const BetOptions = lazyNamed(() => import('./bet-options.tsx'), 'BetOptions');
const SlipSheet = lazyNamed(() => import('./slip-sheet.tsx'), 'SlipSheet');

type CreateTipProps = { league: string; onLeague: (key: string) => void };

/** Leagues, games and slip: one after the other on a phone, side by side on a desktop. */
export function CreateTip({ league, onLeague }: CreateTipProps) {
  const leagues = useLeagues();
  const draft = useSlip();
  const refresh = useRefresh('fixtures');
  useLeagueRefresh(league);
  if (leagues?.length === 0) return <NoFixtures refresh={refresh} />;
  return (
    <div className="grid grid-cols-1 gap-4 pb-24 lg:grid-cols-[11rem_minmax(0,1fr)_22rem] lg:items-start lg:gap-6 lg:pb-0">
      {leagues ? (
        <LeaguePicker leagues={leagues} league={league} onLeague={onLeague} />
      ) : (
        <div className="h-11" />
      )}
      <Games league={league} slip={draft?.slip} />
      {draft && <KickOffSaid slip={draft.slip} />}
      {draft && <SlipPlace draft={draft} />}
    </div>
  );
}

/** The games of a league, and over them the options of the one that was opened. */
function Games({ league, slip }: { league: string; slip: Slip | undefined }) {
  const fixtures = useFixtures(league);
  const pick = usePick();
  const [opened, setOpened] = useState<Fixture>();
  const close = () => setOpened(undefined);
  const chosen = slip?.find(({ fixtureId }) => fixtureId === opened?.id)?.oddsId;
  return (
    <div>
      <PricesNote />
      {fixtures && slip ? (
        <FixtureList fixtures={fixtures} slip={slip} onPick={pick} onMore={setOpened} />
      ) : (
        <Loading label={t`Fetching games`} rows={4} />
      )}
      {opened && (
        <LazyPart onMissing={close}>
          <BetOptions
            fixture={opened}
            chosen={chosen}
            onClose={close}
            onPick={async (option) => {
              if (await pick(opened, option, chosen)) close();
            }}
          />
        </LazyPart>
      )}
    </div>
  );
}

/** The slip beside the games where there is room, and else behind its bar. */
function SlipPlace({ draft }: { draft: SlipDraft }) {
  const desktop = useDesktop();
  const [reviewing, setReviewing] = useState(false);
  const close = () => setReviewing(false);
  if (desktop) return <SlipCard draft={draft} />;
  return (
    <>
      <SlipBar slip={draft.slip} onReview={() => setReviewing(true)} />
      {reviewing && (
        <LazyPart onMissing={close}>
          <SlipSheet draft={draft} onClose={close} />
        </LazyPart>
      )}
    </>
  );
}

function SlipCard({ draft }: { draft: SlipDraft }) {
  return (
    <Card
      aria-labelledby="stake-slip"
      className="sticky top-20 grid max-h-[calc(100dvh-6rem)] grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <h2 id="stake-slip" className="border-b-[1.5px] border-line px-4 py-3 text-lg">
        {t`Stake Slip`}
      </h2>
      <div className="overflow-y-auto px-4 py-4">
        <SlipContent draft={draft} />
      </div>
      <div className="border-t-[1.5px] border-line p-4">
        <PostTip />
      </div>
    </Card>
  );
}

/** Whose odds these are: the feed's of a moment, and no promise. */
function PricesNote() {
  const pricedAt = usePricedAt();
  const time = pricedAt === undefined ? '' : shortTime(pricedAt);
  return (
    <p className="mb-3 text-sm text-dim">
      {time === '' ? t`Odds may change` : t`Odds from ${time}, may change`}
    </p>
  );
}

/** A phone that has never seen the fixtures says so, and can try again. */
function NoFixtures({ refresh: { state, retry } }: { refresh: Refresh }) {
  if (state === 'waiting') return <Loading label={t`Fetching games`} rows={4} />;
  return (
    <Failed onRetry={retry}>
      {t`The games are not on this phone yet. They load when you are online.`}
    </Failed>
  );
}

type LeaguePickerProps = {
  leagues: readonly League[];
  league: string;
  onLeague: (key: string) => void;
};

/** The leagues: tabs that slide sideways on a phone, a column on a desktop. */
function LeaguePicker({ leagues, league, onLeague }: LeaguePickerProps) {
  return (
    <nav
      aria-label={t`Leagues`}
      className="sticky top-[calc(56px+env(safe-area-inset-top))] z-10 -mx-4 overflow-x-auto border-b-[1.5px] border-line bg-ground px-4 [scrollbar-width:none] lg:top-20 lg:mx-0 lg:border-0 lg:px-0"
    >
      <ul className="flex gap-5 lg:flex-col lg:gap-1">
        {leagues.map(({ key, title }) => (
          <li key={key} className="shrink-0">
            <button
              type="button"
              aria-current={key === league || undefined}
              onClick={(event) => {
                onLeague(key);
                event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' });
              }}
              className={classes(
                'min-h-11 min-w-11 border-b-[3px] text-start font-semibold whitespace-nowrap lg:w-full lg:border-s-[3px] lg:border-b-0 lg:ps-3 lg:whitespace-normal',
                key === league ? 'border-flag text-ink' : 'border-transparent text-dim',
              )}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
