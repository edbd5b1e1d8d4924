import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { useFixture, useLeagueTitles } from '#client/data/fixtures.ts';
import { useRefresh } from '#client/data/refresh.ts';
import { useServerNow } from '#client/data/server-time.ts';
import { useStats } from '#client/data/records.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { holdUnsaved } from '#client/ui/form/unsaved.ts';
import { dayAndTime, oddsText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { Empty, Failed, Loading, Notice } from '#client/ui/notice.tsx';
import { Page, TabLink, Tabs } from '#client/ui/page.tsx';
import type { Fixture } from '#contract/fixtures.ts';
import type { Option } from '#domain/catalogue.ts';
import { goalsText } from '#domain/fixture.ts';
import { newId } from '#sync/ids.ts';
import { FixtureStanding, isOpen } from './fixture-standing.tsx';
import type { GameDraft } from './game-tip-dialog.tsx';
import { MainGroups, OtherGroups } from './options.tsx';

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
  const { state, retry } = useRefresh('fixtures');
  useRefresh('stats');
  // The id is the tip's own: posting it twice posts it once.
  const [draft, setDraft] = useState<GameDraft>(() => ({ id: newId(), stake: 0, analysis: '' }));
  const isBegun = draft.analysis !== '';
  // Until it is posted only this page knows it: a new version must not take it away.
  useEffect(() => (isBegun ? holdUnsaved() : undefined), [isBegun]);

  if (fixture === undefined || (fixture === null && state === 'waiting')) {
    return (
      <Page title={t`Game`} wide>
        <Loading label={t`Fetching the game`} />
      </Page>
    );
  }
  if (fixture === null) {
    return (
      <Page title={t`Game`} wide>
        {state === 'failed' ? (
          <Failed onRetry={retry}>{t`This game could not be fetched.`}</Failed>
        ) : (
          <Empty act={<LinkButton to="/tips">{t`Recent Tips`}</LinkButton>}>
            {t`This game is not on the calendar any more.`}
          </Empty>
        )}
      </Page>
    );
  }
  const { home, away } = fixture;
  return (
    <Page title={t`${home} v ${away}`} wide>
      <Facts fixture={fixture} />
      <Sides id={id} />
      {tab === 'overview' ? (
        tips
      ) : (
        <GameOptions
          fixture={fixture}
          draft={draft}
          onDraft={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
      )}
    </Page>
  );
}

function Facts({ fixture }: { fixture: Fixture }) {
  const league = useLeagueTitles()?.get(fixture.sportKey);
  const now = useServerNow(30_000);
  const { id, kickOff, prices, score, status } = fixture;
  return (
    <Card className="grid gap-2 p-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-dim">{league}</span>
        <FixtureStanding status={status} kickOff={kickOff} now={now} />
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <time dateTime={kickOff} className="figure text-lg font-bold">
          {dayAndTime(kickOff)}
        </time>
        <TipsCount id={id} />
      </p>
      {score && (
        <p className="figure text-xl font-bold">
          {goalsText({ home: score.fullTime[0], away: score.fullTime[1] })}
        </p>
      )}
      {prices && (
        <dl className="flex flex-wrap gap-x-6">
          {[
            ['1', prices.home] as const,
            ['X', prices.draw] as const,
            ['2', prices.away] as const,
          ].map(([option, price]) => (
            <div key={option} className="flex items-baseline gap-2">
              <dt className="text-dim">{option}</dt>
              <dd className="figure text-lg font-bold">{oddsText(price)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
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
  const { home, away } = fixture;
  const open = isOpen(fixture, now);
  const keys = {
    game: t`${home} v ${away}`,
    fixture,
    chosen: option?.oddsId,
    closed: !open,
    onPick: async (option: Option) => setOption(option),
  };
  const close = () => setOption(undefined);
  return (
    <div className="grid gap-3">
      {open ? (
        <p className="text-sm text-dim">{t`Choose an option to post it as a tip of its own.`}</p>
      ) : (
        <Notice role="status">{t`This game takes no tips any more.`}</Notice>
      )}
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 lg:items-start">
        <Collapsible open title={t`Main`}>
          <MainGroups {...keys} />
        </Collapsible>
        <Collapsible title={t`Others`}>
          <OtherGroups {...keys} />
        </Collapsible>
      </div>
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

type CollapsibleProps = { open?: boolean; title: ReactNode; children: ReactNode };

function Collapsible({ open = false, title, children }: CollapsibleProps) {
  return (
    <details open={open} className="chalk group rounded-md bg-card">
      <summary className="flex min-h-13 list-none items-center justify-between px-4 [&::-webkit-details-marker]:hidden">
        <h3 className="text-lg">{title}</h3>
        <Icon name="down" className="transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="border-t-[1.5px] border-line p-4">{children}</div>
    </details>
  );
}
