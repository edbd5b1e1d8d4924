import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Fixture } from '#contract/fixtures.ts';
import type { Leg } from '#contract/tips.ts';
import { optionNamed } from '#domain/catalogue.ts';
import type { Fact } from '#domain/fact.ts';
import { goalsText, type Goals, type Score } from '#domain/fixture.ts';
import { proposal, type Settlement } from '#domain/settlement.ts';
import type { LegResult } from '#domain/tip.ts';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import { useFixture } from '#client/data/fixtures.ts';
import { useServerNow } from '#client/data/server-time.ts';
import { Button } from '#client/ui/button.tsx';
import { LegReason } from '#client/ui/tip/leg.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { oddNameWords } from '#client/ui/tip/option-words.ts';

type Decision = Exclude<LegResult, 'pending'>;

type StatusDialogProps = {
  leg: Leg;
  onSettle: (result: Decision, fact: Fact | undefined) => Promise<void>;
  onClose: () => void;
};

/** Won, lost or void: an administrator's word, beside what the score and the rules say. */
export function StatusDialog({ leg, onSettle, onClose }: StatusDialogProps) {
  const { t } = useLingui();
  const fixture = useFixture(leg.fixtureId) ?? undefined;
  const proposed = legProposal(leg, fixture, useServerNow(60_000));
  const notSavedWords = useNotSavedWords();
  const [failed, setFailed] = useState<string>();
  const { busy, run } = useTask((error) => setFailed(notSavedWords(error)));
  const score = fixture?.score ?? leg.score;

  const decide = async (result: Decision) => {
    // The rules' reason goes with a decision that follows them; another one is the person's own.
    const fact = proposed?.result === result ? proposed.fact : undefined;
    await run(async () => onSettle(result, fact));
  };
  const look = (result: Decision) => (proposed?.result === result ? 'act' : 'plain');
  const mayBeVoid = proposed?.result === 'void' || proposed?.result === 'ask';
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Choose game status`}
      acts={
        <>
          <Button look={look('won')} busy={busy} onClick={() => decide('won')} className="flex-1">
            <Trans>ACCEPT</Trans>
          </Button>
          <Button look={look('lost')} busy={busy} onClick={() => decide('lost')} className="flex-1">
            <Trans>DECLINE</Trans>
          </Button>
          {mayBeVoid && (
            <Button look={look('void')} busy={busy} onClick={() => decide('void')}>
              <Trans>Void</Trans>
            </Button>
          )}
        </>
      }
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
        {failed !== undefined && (
          <Notice tone="warning" role="alert">
            {failed}
          </Notice>
        )}
      </div>
    </Modal>
  );
}

function Proposed({ leg, proposed }: { leg: Leg; proposed: Settlement | undefined }) {
  const { t } = useLingui();
  return proposed ? (
    <Notice title={<ProposedWord result={proposed.result} />}>
      <LegReason leg={{ oddName: leg.oddName, ...proposed }} />
    </Notice>
  ) : (
    <Notice>{t`No result is known yet, so the rules propose nothing.`}</Notice>
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

function ProposedWord({ result }: { result: Decision | 'ask' }) {
  switch (result) {
    case 'won':
      return <Trans>The score says: won</Trans>;
    case 'lost':
      return <Trans>The score says: lost</Trans>;
    case 'void':
      return <Trans>The rules say: void</Trans>;
    case 'ask':
      return <Trans>You decide</Trans>;
  }
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
