import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode, type RefCallback } from 'react';
import { hasPersonalReason, decisionStatusOf } from '#contract/decision-status.ts';
import type { Leg } from '#contract/tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { EditDraft, LegDraft } from '#client/data/tips/drafts.ts';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { GameName } from '#client/ui/text.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { LazyContent } from '#client/ui/lazy-content.tsx';
import { hasReason, LegReason } from '#client/ui/tip/leg.tsx';
import { StateIcon } from '#client/ui/tip/outcome.tsx';
import { quoteOf } from '#domain/odds/quote.ts';
import { PickWithCode } from './pick-with-code.tsx';
import { DecisionAuthor } from './overrulings.tsx';
import { ScoreOrKickOff } from './ticket-games.tsx';
import { TicketUndo } from './ticket-undo.tsx';
import { TipNotices, useIsTipLocked } from './tip-notices.tsx';

type GamesPanelProps = {
  tip: OptimisticTip;
  /** The unsaved changes of the games. */
  draft?: EditDraft;
  /** Renders the dialog of the tapped game. */
  renderDialog: (leg: Leg, close: () => void) => ReactNode;
  /** The ref of the area with notices and actions. */
  footerRef?: RefCallback<HTMLElement> | undefined;
  /** Actions on the whole tip. */
  children: ReactNode;
};

/** The games of a tip as buttons that open a dialog, above notices and actions on the tip. */
export function GamesPanel(props: GamesPanelProps) {
  const { tip, draft = {}, renderDialog, footerRef, children } = props;
  const locked = useIsTipLocked(tip);
  const [openId, setOpenId] = useState<string>();
  const close = () => setOpenId(undefined);
  const opened = tip.options.find(({ fixtureId }) => fixtureId === openId);
  return (
    <div className="grid gap-3 pb-4">
      <ul>
        {tip.options.map((leg) => (
          <li key={leg.fixtureId} className="border-b-[1.5px] border-line">
            <GameButton
              leg={leg}
              entered={draft[leg.fixtureId]}
              disabled={locked}
              onOpen={() => setOpenId(leg.fixtureId)}
            />
          </li>
        ))}
      </ul>
      <div
        ref={footerRef}
        tabIndex={-1}
        className="grid gap-3 px-4 focus:shadow-none focus:outline-none"
      >
        <TipNotices tip={tip} />
        <TicketUndo tip={tip} />
        {children}
      </div>
      {opened && <LazyContent onMissing={close}>{renderDialog(opened, close)}</LazyContent>}
    </div>
  );
}

type GameProps = { leg: Leg; entered: LegDraft | undefined };

function GameButton({
  leg,
  entered,
  disabled,
  onOpen,
}: GameProps & { disabled: boolean; onOpen: () => void }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      disabled={disabled}
      onClick={onOpen}
      className="flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-start enabled:hover:bg-sunk"
    >
      <StateIcon state={leg.result} />
      <span className="min-w-0 flex-1 basis-32">
        <span className="block font-narrow font-bold">
          <GameName game={leg.game} />
        </span>
        <span className="block text-sm text-dim">
          <PickWithCode game={leg.game} oddName={leg.oddName} /> · <ScoreOrKickOff leg={leg} />
        </span>
        {decisionStatusOf(leg) === 'overruled' && <Tag tone="needs">{t`Against the rules`}</Tag>}
        {hasReason(leg) && (
          <span className="block text-sm text-dim">
            <LegReason leg={leg} />
            {hasPersonalReason(leg) && <DecisionAuthor name={leg.decidedBy} />}
          </span>
        )}
      </span>
      <EnteredOdds leg={leg} entered={entered} />
    </button>
  );
}

/** The odds of a game or their estimate; unsaved odds are marked. */
function EnteredOdds({ leg, entered }: GameProps) {
  const { t } = useLingui();
  return (
    <span className="flex items-center gap-2">
      {entered && <Tag tone="saved">{entered.withdrawn ? t`Withdrawn` : t`Changed`}</Tag>}
      <QuoteFigure quote={quoteOf({ ...leg, odd: entered?.odd ?? leg.odd })} />
    </span>
  );
}
