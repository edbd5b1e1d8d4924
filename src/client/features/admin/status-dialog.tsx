import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Fixture } from '#contract/fixtures.ts';
import type { Leg } from '#contract/tips.ts';
import { optionNamed } from '#domain/catalogue.ts';
import type { Fact } from '#domain/fact.ts';
import { goalsText, type Goals, type Score } from '#domain/fixture.ts';
import { proposal, type Settlement } from '#domain/settlement.ts';
import type { LegResult } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useActions } from '#client/data/outbox/actions.ts';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { useFixture } from '#client/data/fixtures.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { Button } from '#client/ui/button.tsx';
import { LegReason } from '#client/ui/tip/leg.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Notice, Problem } from '#client/ui/notice.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { oddNameWords } from '#client/ui/tip/option-words.ts';

type Decision = Exclude<LegResult, 'pending'>;

type StatusDialogProps = { tip: OptimisticTip; leg: Leg; onClose: () => void };

/** Won, lost or void: an administrator's word, beside what the score and the rules say. */
export function StatusDialog({ tip, leg, onClose }: StatusDialogProps) {
  const { t } = useLingui();
  const fixture = useFixture(leg.fixtureId) ?? undefined;
  const proposed = legProposal(leg, fixture, useServerNow(60_000));
  const { busy, failed, settle } = useSettle(tip, leg, onClose);
  const score = fixture?.score ?? leg.score;
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Choose game status`}
      acts={<Decisions proposed={proposed} busy={busy} onDecide={settle} />}
    >
      <p className="font-narrow text-lg font-bold">
        <bdi>{leg.game}</bdi>
      </p>
      <p className="text-dim">
        <bdi>{oddNameWords(leg.oddName)}</bdi>
      </p>
      {score && <ScoreLine score={score} />}
      <div className="mt-3 grid gap-3">
        <Proposed leg={leg} proposed={proposed} />
        <Problem text={failed} />
      </div>
    </Modal>
  );
}

function useSettle(tip: OptimisticTip, { fixtureId, game }: Leg, onSettled: () => void) {
  const { act } = useActions();
  const notSavedWords = useNotSavedWords();
  const [failed, setFailed] = useState<string>();
  const { busy, run } = useTask((error) => setFailed(notSavedWords(error)));
  const settle = async (result: Decision, fact: Fact | undefined) =>
    run(async () => {
      const change = { fixtureId, game, result, ...(fact && { fact }) };
      const payload = { tipId: tip.id, legs: tip.options, change };
      await act('leg.settle', payload, { baseVersion: tip.version });
      onSettled();
    });
  return { busy, failed, settle };
}

type DecisionsProps = {
  proposed: Settlement | undefined;
  busy: boolean;
  onDecide: (result: Decision, fact: Fact | undefined) => Promise<void>;
};

function Decisions({ proposed, busy, onDecide }: DecisionsProps) {
  const { t } = useLingui();
  const mayBeVoid = proposed?.result === 'void' || proposed?.result === 'ask';
  const decisions: { result: Decision; words: string; className?: string }[] = [
    { result: 'won', words: t`ACCEPT`, className: 'flex-1' },
    { result: 'lost', words: t`DECLINE`, className: 'flex-1' },
    ...(mayBeVoid ? [{ result: 'void' as const, words: t`Void` }] : []),
  ];
  return decisions.map(({ result, words, className }) => {
    const follows = proposed?.result === result;
    return (
      <Button
        key={result}
        look={follows ? 'act' : 'plain'}
        busy={busy}
        // The rules' reason goes with a decision that follows them; another one is the person's own.
        onClick={() => onDecide(result, follows ? proposed.fact : undefined)}
        className={className}
      >
        {words}
      </Button>
    );
  });
}

function Proposed({ leg, proposed }: { leg: Leg; proposed: Settlement | undefined }) {
  const { t } = useLingui();
  const words: Record<Settlement['result'], string> = {
    won: t`The score says: won`,
    lost: t`The score says: lost`,
    void: t`The rules say: void`,
    ask: t`You decide`,
  };
  if (!proposed) return <Notice>{t`No result is known yet, so the rules propose nothing.`}</Notice>;
  return (
    <Notice title={words[proposed.result]}>
      <LegReason leg={{ oddName: leg.oddName, ...proposed }} />
    </Notice>
  );
}

function ScoreLine({ score }: { score: NonNullable<Fixture['score']> }) {
  const fullTime = goalsText(goalsOf(score.fullTime));
  const halfTime = score.halfTime && goalsText(goalsOf(score.halfTime));
  return (
    <p className="figure mt-2 text-xl font-bold">
      <Ltr>{fullTime}</Ltr>
      {halfTime !== undefined && (
        <span className="ms-2 text-base font-normal text-dim">
          <Trans>
            half-time <Ltr>{halfTime}</Ltr>
          </Trans>
        </span>
      )}
    </p>
  );
}

type Known = Pick<Fixture, 'status' | 'kickOff'> & { score?: Fixture['score'] };

/** What the rules say about a leg, from its fixture as this device knows it, or its own score. */
export function legProposal(
  leg: Leg,
  fixture: Known | undefined,
  now: Date,
): Settlement | undefined {
  const option = optionNamed(leg.oddName);
  if (!option) return undefined;
  const score = fixture?.score ?? leg.score;
  const status = fixture?.status ?? (leg.score ? 'played' : 'scheduled');
  return proposal(
    option,
    {
      status,
      originalKickOff: new Date(leg.startDateOfGame),
      ...(score && { score: scoreOf(score) }),
    },
    now,
  );
}

function scoreOf({ fullTime, halfTime }: NonNullable<Fixture['score']>): Score {
  return { fullTime: goalsOf(fullTime), ...(halfTime && { halfTime: goalsOf(halfTime) }) };
}

/** Goals as the rules take them, from the pair that crosses the wire. */
function goalsOf([home, away]: readonly [number, number]): Goals {
  return { home, away };
}
