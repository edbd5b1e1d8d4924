import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { feedPrice } from '#client/data/slip.ts';
import { useServerNow } from '#client/data/server-time.ts';
import { useTimeOut } from '#client/data/time-out.ts';
import { Button } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { UnlessInTimeOut } from '#client/ui/messages/time-out.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { OddsFigure } from '#client/ui/tip/leg.tsx';
import { oddNameWords } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures.ts';
import { oddNameOf, type Option } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { FixtureStanding, isOpen } from './fixture-standing.tsx';
import { usePosting } from './posting.tsx';
import { AnalysisField, BookmakersNotice, StakeChoice } from './slip-fields.tsx';

/** What was entered about one game; it stands as long as the game's page does. */
export type GameDraft = { id: string; stake: number; analysis: string };

type GameTipDialogProps = {
  fixture: Fixture;
  option: Option;
  draft: GameDraft;
  onDraft: (change: Partial<GameDraft>) => void;
  onClose: () => void;
};

/** One option of one game as a tip of its own: why, how much, and the button that posts it. */
export function GameTipDialog({ fixture, option, draft, onDraft, onClose }: GameTipDialogProps) {
  const now = useServerNow(20_000);
  const { busy, post } = usePosting();
  const { id, sportKey, home, away, kickOff, status } = fixture;
  const open = isOpen(fixture, now);
  const until = useTimeOut();
  const odd = feedPrice(fixture, option.oddsId);

  const postIt = () => {
    const selection = {
      fixtureId: id,
      sportKey,
      game: gameName(home, away),
      oddsId: option.oddsId,
      kickOff: new Date(kickOff),
    };
    void post({ ...draft, selection });
  };
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
          <FixtureStanding status={status} kickOff={kickOff} now={now} />
        </>
      }
      acts={
        open ? (
          <UnlessInTimeOut until={until}>
            <Button look="act" busy={busy} onClick={postIt} className="w-full text-lg">
              {busy ? t`Create your tip` : t`Post Tip`}
            </Button>
          </UnlessInTimeOut>
        ) : undefined
      }
    >
      <div className="grid gap-4">
        <p className="flex items-baseline justify-between gap-4 rounded-sm bg-sunk px-3 py-2">
          <bdi className="font-narrow text-lg font-bold">{oddNameWords(oddNameOf(option))}</bdi>
          <span className="figure text-lg font-bold">
            <OddsFigure odds={odd} />
          </span>
        </p>
        {!open && (
          <Notice tone="warning" role="status">
            {t`This game takes no tips any more.`}
          </Notice>
        )}
        <AnalysisField analysis={draft.analysis} onAnalysis={(analysis) => onDraft({ analysis })} />
        <StakeChoice stake={draft.stake} onStake={(stake) => onDraft({ stake })} />
        <p className="text-xs text-dim">
          {t`Odds may change: the tip takes those of the moment it arrives.`}
        </p>
        <BookmakersNotice />
      </div>
    </Modal>
  );
}
