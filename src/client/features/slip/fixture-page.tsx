import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { useServerNow } from '#client/data/device/server-time.ts';
import { emptyTipInput } from '#client/data/tips/tip-input.ts';
import { Card } from '#client/ui/card.tsx';
import { LeaveGuard } from '#client/ui/form/leave-guard.tsx';
import { createLazyComponent, LazyContent } from '#client/ui/lazy-content.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { TabLink, Tabs } from '#client/ui/page.tsx';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { type BettingOption, findOptionById } from '#domain/catalogue.ts';
import { createId } from '#sync/ids.ts';
import { FixtureFacts, FixtureFrame } from './fixture-facts.tsx';
import { canBePicked } from './fixture-status.tsx';
import type { GameTipDraft } from './game-tip-dialog.tsx';
import { OptionSections } from './options.tsx';

type FixturePageProps = {
  id: string;
  /** The open tab. */
  tab: 'overview' | 'post';
  /** The id of the option whose dialog opens together with the page. */
  option?: number | undefined;
  /** The tips on the game. */
  tips: ReactNode;
};

/** The page of a game for a member: facts, tips on it, and a form for an own tip. */
export function FixturePage({ id, tab, option, tips }: FixturePageProps) {
  const [draft, setDraft] = useState<GameTipDraft>(createGameTipDraft);
  const change = (entered: Partial<GameTipDraft>) =>
    setDraft((before) => ({ ...before, ...entered }));
  return (
    <FixtureFrame id={id}>
      {(fixture) => (
        <>
          <LeaveGuard dirty={draft.analysis !== ''} onWholePath />
          <FixtureFacts fixture={fixture} />
          <FixtureTabs id={id} tab={tab} />
          {tab === 'overview' ? (
            tips
          ) : (
            <GameOptions fixture={fixture} addressed={option} draft={draft} onDraft={change} />
          )}
        </>
      )}
    </FixtureFrame>
  );
}

/**
 * Creates a draft that only this page uses. Its id becomes the tip's id, so that posting twice
 * creates one tip.
 */
function createGameTipDraft(): GameTipDraft {
  return { id: createId(), ...emptyTipInput };
}

/** Each tab has a URL, so that Back returns to the previous tab. */
function FixtureTabs({ id, tab }: Pick<FixturePageProps, 'id' | 'tab'>) {
  const exact = { activeOptions: { exact: true, includeSearch: true }, resetScroll: false };
  return (
    <div className="mt-4">
      <Tabs label={t`This game`}>
        <TabLink to="/tips/details/$id" params={{ id }} search={{}} {...exact}>
          {t`Overview`}
        </TabLink>
        <TabLink
          to="/tips/details/$id"
          params={{ id }}
          search={{ tab: 'post' }}
          aria-current={tab === 'post' ? 'page' : undefined}
          {...exact}
        >
          {t`Post Tip`}
        </TabLink>
      </Tabs>
    </div>
  );
}

const GameTipDialog = createLazyComponent(() => import('./game-tip-dialog.tsx'), 'GameTipDialog');

type GameOptionsProps = {
  fixture: Fixture;
  /** The id of the option in the URL. */
  addressed: number | undefined;
  draft: GameTipDraft;
  onDraft: (change: Partial<GameTipDraft>) => void;
};

/** All options of one game; a tap opens a dialog to post a tip on this option only. */
function GameOptions({ fixture, addressed, draft, onDraft }: GameOptionsProps) {
  const now = useServerNow(20_000);
  const [option, setOption] = useState(() =>
    addressed === undefined ? undefined : findOptionById(addressed),
  );
  const closed = !canBePicked(fixture, now);
  const onPick = async (option: BettingOption) => setOption(option);
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
        <LazyContent onMissing={close}>
          <GameTipDialog
            fixture={fixture}
            option={option}
            draft={draft}
            onDraft={onDraft}
            onClose={close}
          />
        </LazyContent>
      )}
    </div>
  );
}
