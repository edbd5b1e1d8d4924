import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRepeatCheck } from '#client/data/tips/repeat-check.ts';
import { useOddsAtPosting } from '#client/data/estimates.ts';
import { quoteOf } from '#domain/odds/quote.ts';
import { emptyTipInput, type TipInput } from '#client/data/tips/tip-input.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { translatePick } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { oddNameOf, type BettingOption } from '#domain/catalogue.ts';
import { FixtureStatusText, canBePicked } from './fixture-status.tsx';
import { PostTipButton } from './post-buttons.tsx';
import { BookmakersNotice, TipInputFields } from './slip-fields.tsx';
import { RepeatNotice } from './repeat-notice.tsx';
import { toSelection } from './slip-legs.ts';

/** The input for a tip on one game, which is lost when the member leaves the game's page. */
export type GameTipDraft = TipInput & { id: string };

type GameTipDialogProps = {
  fixture: Fixture;
  option: BettingOption;
  draft: GameTipDraft;
  onDraft: (change: Partial<GameTipDraft>) => void;
  onClose: () => void;
};

/** A dialog to post one option of one game: analysis, stake, and the button. */
export function GameTipDialog({ fixture, option, draft, onDraft, onClose }: GameTipDialogProps) {
  const now = useServerNow(20_000);
  const { home, away } = fixture;
  const open = canBePicked(fixture, now);
  const selection = toSelection(fixture, option);
  const selections = { id: draft.id, selections: [selection], ifStarted: 'refuse' as const };
  const repeat = useRepeatCheck(selections, now);
  const quote = quoteOf(useOddsAtPosting([fixture])(fixture, option.oddsId));
  return (
    <Modal
      open
      onClose={onClose}
      look="sheet"
      title={t`Post Tip`}
      description={
        <>
          <Trans>
            <bdi>{home}</bdi> v <bdi>{away}</bdi>
          </Trans>
          {' · '}
          <FixtureStatusText {...fixture} now={now} />
        </>
      }
      actions={
        open ? (
          <PostTipButton
            game={{ ...draft, selection }}
            isRefused={repeat?.problem !== undefined}
            onPosted={() => onDraft(emptyTipInput)}
          />
        ) : undefined
      }
    >
      <div className="grid gap-4">
        <p className="flex items-baseline justify-between gap-4 rounded-sm bg-sunk px-3 py-2">
          <span className="font-narrow text-lg font-bold">
            {translatePick({ game: selection.game, oddName: oddNameOf(option) })}
          </span>
          <QuoteFigure quote={quote} className="figure text-lg font-bold" />
        </p>
        {!open && (
          <Notice tone="warning" role="status">
            {t`This game takes no tips any more.`}
          </Notice>
        )}
        {open && <RepeatNotice {...selections} now={now} />}
        <TipInputFields input={draft} total={quote} onEnter={onDraft} />
        <p className="text-xs text-dim">
          {t`Odds may change: the tip takes those of the moment it arrives.`}
        </p>
        <BookmakersNotice />
      </div>
    </Modal>
  );
}
