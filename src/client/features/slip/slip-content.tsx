import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { hasStarted } from '#domain/fixture.ts';
import type { Selection } from '#domain/slip.ts';
import { type SlipDraft, useSlipActions } from '#client/data/use-slip.ts';
import { useBackend } from '#client/data/use-sync.ts';
import { useServerNow } from '#client/data/use-server-now.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { isolated, oddsText } from '#client/ui/formats.ts';
import { takeFocus } from '#client/ui/dialog/question.tsx';
import { Stub } from '#client/ui/tip/tip-card.tsx';
import { AnalysisField } from './analysis-field.tsx';
import { BookmakersNotice } from './bookmakers-notice.tsx';
import { SlipLegRow } from './slip-leg-row.tsx';
import { StakeChoice } from './stake-choice.tsx';
import { StartedChoice } from './started-choice.tsx';
import { firstKickOff, type SlipLeg, useSlipLegs } from './use-slip-legs.ts';
import { KickOffTime } from './fixture-standing.tsx';

/** The slip as it will be posted: its games, odds, stake and analysis, each kept as it is touched. */
export function SlipContent({ draft }: { draft: SlipDraft }) {
  const { remove, putBack, setStake, setAnalysis, setIfStarted } = useSlipActions();
  const { legs, odds } = useSlipLegs(draft.slip);
  const now = useServerNow(20_000);
  const backend = useBackend();
  const [takenOut, setTakenOut] = useState<TakenOut>();
  const [back, setBack] = useState<string>();

  const takeOut = async ({ selection }: SlipLeg) => {
    setBack(undefined);
    setTakenOut({ selection, place: draft.slip.indexOf(selection) });
    await remove(selection.fixtureId);
  };
  return (
    <div className="grid gap-4">
      {legs.length === 0 ? (
        <p className="text-dim">
          <Trans>Your Slip is empty. Tap 1, X or 2 beside a game to add it.</Trans>
        </p>
      ) : (
        <ul>
          {legs.map((leg) => (
            <SlipLegRow
              key={leg.selection.fixtureId}
              leg={leg}
              now={now}
              back={leg.selection.fixtureId === back}
              onRemove={() => void takeOut(leg)}
            />
          ))}
        </ul>
      )}
      {takenOut && (
        <Undo
          key={takenOut.selection.fixtureId}
          game={isolated(takenOut.selection.game)}
          onUndo={() => {
            setTakenOut(undefined);
            setBack(takenOut.selection.fixtureId);
            void putBack(takenOut.selection, takenOut.place);
          }}
        />
      )}
      {legs.length > 0 && (
        <>
          <StartedGames legs={legs} now={now} onRemove={(fixtureId) => remove(fixtureId)} />
          <Figures legs={legs} odds={odds} />
          <StakeChoice stake={draft.stake} onStake={(stake) => void setStake(stake)} />
          <AnalysisField
            analysis={draft.analysis}
            onAnalysis={(analysis) => void setAnalysis(analysis)}
          />
          {backend !== 'foreign' && (
            <StartedChoice
              ifStarted={draft.ifStarted}
              onChoice={(ifStarted) => void setIfStarted(ifStarted)}
            />
          )}
        </>
      )}
      <BookmakersNotice />
    </div>
  );
}

type TakenOut = { selection: Selection; place: number };

function Undo({ game, onUndo }: { game: string; onUndo: () => void }) {
  return (
    <div role="status" className="flex items-center gap-2 rounded-sm bg-sunk ps-3 text-sm">
      <p className="min-w-0 flex-1 py-2">
        <Trans>{game} is off your slip.</Trans>
      </p>
      {/* The row that had the focus is gone, so the way back takes it. */}
      <Button look="quiet" ref={takeFocus} onClick={onUndo}>
        <Trans>Undo</Trans>
      </Button>
    </div>
  );
}

/** What the stub of the tip will say. */
function Figures({ legs, odds }: { legs: readonly SlipLeg[]; odds: number }) {
  const first = firstKickOff(legs);
  return (
    <div className="-mx-4">
      <Stub
        figures={[
          {
            label: <Trans>Odds</Trans>,
            value: odds > 0 ? oddsText(odds) : <Trans>Not priced yet</Trans>,
          },
          { label: <Trans>Games</Trans>, value: legs.length },
          {
            label: <Trans>Expires</Trans>,
            value: first ? <KickOffTime at={first} /> : '–',
          },
        ]}
      />
      <p className="px-4 text-xs text-dim">
        <Trans>Odds may change: the tip takes those of the moment it arrives.</Trans>
      </p>
    </div>
  );
}

/** Games that kicked off while the slip lay there: it says so before anybody posts in vain. */
function StartedGames({
  legs,
  now,
  onRemove,
}: {
  legs: readonly SlipLeg[];
  now: Date;
  onRemove: (fixtureId: string) => Promise<void>;
}) {
  const started = legs.filter(({ kickOff }) => hasStarted(kickOff, now));
  if (started.length === 0) return undefined;
  return (
    <Notice
      tone="warning"
      role="status"
      acts={
        <Button
          onClick={async () => {
            for (const { selection } of started) await onRemove(selection.fixtureId);
          }}
        >
          <Plural value={started.length} one="Remove it" other="Remove them" />
        </Button>
      }
    >
      <Plural
        value={started.length}
        one="# game on your slip has kicked off and cannot be posted any more."
        other="# games on your slip have kicked off and cannot be posted any more."
      />
    </Notice>
  );
}
