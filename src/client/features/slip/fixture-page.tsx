import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useFixture, useLeagueTitles } from '#client/data/fixtures.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useStats } from '#client/data/records.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Flag } from '#client/ui/flag.tsx';
import { LeaveGuard } from '#client/ui/form/leave-guard.tsx';
import { oddsText, scoreText, whenText } from '#client/ui/formats.ts';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { Empty, Loading, Notice, Stored } from '#client/ui/notice.tsx';
import { Page, TabLink, Tabs } from '#client/ui/page.tsx';
import type { Fixture } from '#contract/fixtures.ts';
import type { Option } from '#domain/catalogue.ts';
import { leagueOf } from '#domain/clubs/leagues.ts';
import { scoreFrom } from '#domain/fixture.ts';
import { newId } from '#sync/ids.ts';
import { FixtureStatus, isOpen } from './fixture-status.tsx';
import { isWritten, emptyInput } from '#client/data/tips/tip-input.ts';
import type { GameDraft } from './game-tip-dialog.tsx';
import { gameWords, OptionSections } from './options.tsx';

type FixturePageProps = {
  id: string;
  /** Which of its two sides is up. */
  tab: 'overview' | 'post';
  /** The tips that hold the game. */
  tips: ReactNode;
};

/** One game: what is known of it, the tips that hold it, and a tip of one's own on it. */
export function FixturePage({ id, tab, tips }: FixturePageProps) {
  const fixture = useFixture(id);
  const refresh = useRefresh('fixtures');
  useRefresh('stats');
  const [draft, setDraft] = useState<GameDraft>(newDraft);
  const change = (entered: Partial<GameDraft>) => setDraft((before) => ({ ...before, ...entered }));
  return (
    <Page title={fixture ? gameWords(fixture) : t`Game`} wide>
      <LeaveGuard dirty={isWritten(draft)} onWholePath />
      <Stored
        value={fixture}
        refresh={refresh}
        loading={<Loading label={t`Fetching the game`} />}
        failed={fixture === null && t`This game could not be fetched.`}
        none={
          <Empty act={<LinkButton to="/tips">{t`Recent Tips`}</LinkButton>}>
            {t`This game is not on the calendar, which goes from yesterday to three weeks ahead.`}
          </Empty>
        }
      >
        {(fixture) => (
          <>
            <Facts fixture={fixture} />
            <Sides id={id} />
            {tab === 'overview' ? (
              tips
            ) : (
              <GameOptions fixture={fixture} draft={draft} onDraft={change} />
            )}
          </>
        )}
      </Stored>
    </Page>
  );
}

/** Until it is posted only this page knows it. The id is the tip's own: posting it twice posts it once. */
function newDraft(): GameDraft {
  return { id: newId(), ...emptyInput };
}

function Facts({ fixture }: { fixture: Fixture }) {
  const look = leagueOf(fixture.sportKey, useLeagueTitles()?.get(fixture.sportKey));
  const now = useServerNow(30_000);
  const { id, kickOff, prices, score } = fixture;
  return (
    <Card className="grid gap-2 p-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="flex items-center gap-2 text-dim">
          <Flag code={look.flag} />
          <bdi>{look.title}</bdi>
        </span>
        <FixtureStatus {...fixture} now={now} />
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <time dateTime={kickOff} className="figure text-lg font-bold">
          {whenText(kickOff)}
        </time>
        <TipsCount id={id} />
      </p>
      {score && <p className="figure text-xl font-bold">{scoreText(scoreFrom(score).fullTime)}</p>}
      {prices && (
        <dl className="flex flex-wrap gap-x-6">
          <Price option="1" price={prices.home} />
          <Price option="X" price={prices.draw} />
          <Price option="2" price={prices.away} />
        </dl>
      )}
    </Card>
  );
}

function Price({ option, price }: { option: string; price: number }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-dim">{option}</dt>
      <dd className="figure text-lg font-bold">{oddsText(price)}</dd>
    </div>
  );
}

/** How many tips hold the game; nothing where a backend does not count. */
function TipsCount({ id }: { id: string }) {
  const stats = useStats();
  if (stats === undefined) return undefined;
  return (
    <span className="figure font-bold">
      <Plural value={stats.tipsByFixture[id] ?? 0} one="# tip" other="# tips" />
    </span>
  );
}

/** Each side has an address, so that Back leads from one to the other. */
function Sides({ id }: { id: string }) {
  const exact = { activeOptions: { exact: true, includeSearch: true }, resetScroll: false };
  return (
    <div className="mt-4">
      <Tabs label={t`This game`}>
        <TabLink to="/tips/details/$id" params={{ id }} search={{}} {...exact}>
          {t`Overview`}
        </TabLink>
        <TabLink to="/tips/details/$id" params={{ id }} search={{ tab: 'post' }} {...exact}>
          {t`Post Tip`}
        </TabLink>
      </Tabs>
    </div>
  );
}

const GameTipDialog = lazyNamed(() => import('./game-tip-dialog.tsx'), 'GameTipDialog');

type GameOptionsProps = {
  fixture: Fixture;
  draft: GameDraft;
  onDraft: (change: Partial<GameDraft>) => void;
};

/** Every option of one game; a tap opens the tip that holds it alone. */
function GameOptions({ fixture, draft, onDraft }: GameOptionsProps) {
  const now = useServerNow(20_000);
  const [option, setOption] = useState<Option>();
  const closed = !isOpen(fixture, now);
  const onPick = async (option: Option) => setOption(option);
  const keys = { fixture, chosen: option?.oddsId, closed, onPick };
  const close = () => setOption(undefined);
  return (
    <div className="grid gap-3">
      {closed ? (
        <Notice role="status">{t`This game takes no tips any more.`}</Notice>
      ) : (
        <p className="text-sm text-dim">{t`Choose an option to post it as a tip of its own.`}</p>
      )}
      <Card className="px-4">
        <OptionSections {...keys} />
      </Card>
      {option && (
        <LazyPart onMissing={close}>
          <GameTipDialog
            fixture={fixture}
            option={option}
            draft={draft}
            onDraft={onDraft}
            onClose={close}
          />
        </LazyPart>
      )}
    </div>
  );
}
