import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { useServerNow } from '#client/data/device/server-time.ts';
import { emptyInput } from '#client/data/tips/tip-input.ts';
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
import type { GameDraft } from './game-tip-dialog.tsx';
import { OptionSections } from './options.tsx';

type FixturePageProps = {
  id: string;
  /** The open tab. */
  tab: 'overview' | 'post';
  /** The id of the option whose tip dialog opens with the page. */
  option?: number | undefined;
  /** The tips on the game. */
  tips: ReactNode;
};

/** One game: facts, tips on it, and a tip of one's own. */
export function FixturePage({ id, tab, option, tips }: FixturePageProps) {
  const [draft, setDraft] = useState<GameDraft>(createGameDraft);
  const change = (entered: Partial<GameDraft>) => setDraft((before) => ({ ...before, ...entered }));
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
 * A draft that only this page has until it is posted. Its id becomes the tip's: posting twice posts
 * once.
 */
function createGameDraft(): GameDraft {
  return { id: createId(), ...emptyInput };
}

/** Each tab has an address, so that Back returns to the other. */
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
  /** The id of the option in the address. */
  addressed: number | undefined;
  draft: GameDraft;
  onDraft: (change: Partial<GameDraft>) => void;
};

/** Every option of one game; a tap opens a dialog for a tip on it alone. */
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
