import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CorrectionPreview, DeskFixture, ProposedCorrection } from '#contract/desk.ts';
import type { DecidedResult } from '#domain/tip.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useSession } from '#client/session/session.ts';
import { Card } from '#client/ui/card.tsx';
import { Club } from '#client/ui/fixture/fixture-row.tsx';
import { isolated, momentText } from '#client/ui/formats.ts';
import { Empty, Failed, Loading, Notice } from '#client/ui/notice.tsx';
import { DeviceTag } from '#client/ui/tag.tsx';
import { Correct, type Reasons, useReasons, WithdrawProposal } from './correction-form.tsx';
import { CorrectedOptions, type CorrectedResults } from './corrected-options.tsx';
import { GameScore } from '../desk/game-link.tsx';
import { isSameResult, resultIn } from '../desk/result-draft.ts';
import { ResultFields } from '../desk/result-fields.tsx';
import { TipsterUnits } from '../desk/tipster-units.tsx';
import { type CorrectionAnswer, useCorrectionPreview } from './use-correction-preview.ts';

type CorrectionProps = {
  fixtureId: string;
  /** The fixture on this device, if any. */
  known: DeskFixture | undefined;
};

const none: readonly ProposedCorrection[] = [];

/** Chosen results by option, with others' decisions as they were at the tap. */
type Chosen = Record<number, { result: DecidedResult; seen: string }>;

/** Others' decisions on an option: its results, and the time of a proposal. */
function decisionsOn(
  oddsId: number,
  { selections }: CorrectionPreview,
  theirs: readonly ProposedCorrection[],
): string {
  const { won, lost, void: voided } = selections.find((one) => one.oddsId === oddsId) ?? {};
  const about = theirs.filter(({ results }) => results.some((one) => one.oddsId === oddsId));
  return [won, lost, voided, ...about.map(({ at }) => at)].join();
}

/** A preview of one game's correction, and the button that makes it. */
export function Correction({ fixtureId, known }: CorrectionProps) {
  const { t } = useLingui();
  const proposed = known?.proposed ?? none;
  const session = useSession();
  const [chosen, setChosen] = useState<Chosen>({});
  const tapped = Object.entries(chosen).map(([oddsId, { result }]) => [oddsId, result] as const);
  const corrected: CorrectedResults = { ...resultsOf(proposed), ...Object.fromEntries(tapped) };
  const { fixture, preview, state, retry } = useCorrectionPreview(fixtureId, corrected, known);
  if (!preview) {
    return state === 'failed' ? (
      <PreviewFailed onRetry={retry} />
    ) : (
      <Loading rows={1} label={t`Fetching the tickets`} />
    );
  }
  const theirs = proposed.filter(({ by }) => by.id !== session?.memberId);
  const seen = (oddsId: number) => decisionsOn(oddsId, preview, theirs);
  return (
    <Previewed
      {...{ fixture, preview, state, retry, proposed }}
      goesOver={(oddsId) => chosen[oddsId]?.seen === seen(oddsId)}
      onChoose={(oddsId, result) =>
        setChosen({ ...chosen, [oddsId]: { result, seen: seen(oddsId) } })
      }
    />
  );
}

type PreviewedProps = Omit<TicketsProps, 'reasons' | 'waiting'> &
  Pick<CorrectionAnswer, 'fixture' | 'state' | 'retry'>;

/** The result of a game and the effect on its tickets; typed reasons stay through every preview. */
function Previewed({ fixture, state, retry, ...rest }: PreviewedProps) {
  const { preview, proposed } = rest;
  const reasons = useReasons(proposed);
  const shown = resultIn(preview.fixture);
  const isNewer = fixture !== undefined && !isSameResult(resultIn(fixture), shown);
  const newerNote = isNewer && (
    <Notice role="status">
      <Trans>What this changes in tickets is shown once the server has it.</Trans>
    </Notice>
  );
  return (
    <Card className="grid gap-4 px-4 py-4">
      <h2 className="font-narrow text-lg font-bold wrap-anywhere">
        <GameScore fixture={preview.fixture} />
      </h2>
      {fixture && <Result fixture={fixture} preview={preview} />}
      {state === 'failed' ? (
        <PreviewFailed onRetry={retry} />
      ) : (
        newerNote || <Tickets {...rest} reasons={reasons} waiting={state === 'waiting'} />
      )}
    </Card>
  );
}

function PreviewFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  const words = t`What a correction would change can be told only online. Nothing was changed.`;
  return (
    <Failed onRetry={onRetry} offline={words}>
      {words}
    </Failed>
  );
}

type TicketsProps = {
  preview: CorrectionPreview;
  proposed: readonly ProposedCorrection[];
  /** Whether the tap was made with others' current decisions in view. */
  goesOver: (oddsId: number) => boolean;
  reasons: Reasons;
  /** Whether another preview is loading. */
  waiting: boolean;
  onChoose: (oddsId: number, result: DecidedResult) => void;
};

/** The effect on the tickets, and the button that applies it. */
function Tickets(props: TicketsProps) {
  const { preview, proposed, goesOver, reasons, waiting, onChoose } = props;
  const { t } = useLingui();
  const session = useSession();
  const { tickets, old, own, selections, tipsters } = preview;
  const mine = proposed.filter(({ by }) => by.id === session?.memberId);
  const proposedResults = resultsOf(mine);
  // Another administrator must carry out one's own proposal.
  const corrected = correctedIn(preview);
  const isWaiting =
    tickets === old && corrected.every(({ oddsId, result }) => proposedResults[oddsId] === result);
  return (
    <>
      {proposed.map((each) => (
        <Proposed key={`${each.by.id} ${each.at}`} proposed={each} />
      ))}
      {selections.length === 0 ? (
        <Empty>{t`No ticket with this game has been confirmed.`}</Empty>
      ) : (
        <CorrectedOptions preview={preview} onChoose={onChoose} />
      )}
      {own > 0 && (
        <Notice>
          <Plural
            value={own}
            one="# ticket of your own is left to somebody else."
            other="# tickets of your own are left to somebody else."
          />
        </Notice>
      )}
      {tickets === 0 && selections.length > 0 && (
        <Notice tone="good">{t`Nothing is to be corrected.`}</Notice>
      )}
      {tickets > 0 && <TipsterUnits tipsters={tipsters.map(changeOf)} />}
      {tickets > 0 && !isWaiting && (
        <Correct
          preview={preview}
          results={corrected.map((one) => ({
            ...one,
            ...(goesOver(one.oddsId) && { over: true }),
          }))}
          form={reasons.correcting}
          waiting={waiting}
        />
      )}
      {mine.length > 0 && (
        <div className="border-t border-line pt-4">
          <WithdrawProposal preview={preview} form={reasons.withdrawing} />
        </div>
      )}
    </>
  );
}

/** The units that a correction adds to a tipster's record. */
function changeOf({ before, after, ...tipster }: CorrectionPreview['tipsters'][number]) {
  return { ...tipster, units: after - before };
}

type ResultProps = { fixture: OptimisticFixture; preview: CorrectionPreview };

/** The result behind the tickets' decisions, which may itself be wrong. */
function Result({ fixture, preview: { selections } }: ResultProps) {
  const now = useServerNow(30_000);
  return (
    <div className="@container grid grid-cols-1 gap-2">
      <p role="status" className="justify-self-end empty:hidden">
        {fixture.device && <DeviceTag state={fixture.device.state} />}
      </p>
      <ResultFields fixture={fixture} ticketed={selections} now={now}>
        <div className="grid min-w-0 flex-1 basis-28 gap-2">
          <Club team={fixture.home} />
          <Club team={fixture.away} />
        </div>
      </ResultFields>
    </div>
  );
}

function resultsOf(proposed: readonly ProposedCorrection[]): CorrectedResults {
  return Object.fromEntries(
    proposed.flatMap(({ results }) => results.map((one) => [one.oddsId, one.result])),
  );
}

/** Options of which at least one ticket would change. */
function correctedIn({ selections }: CorrectionPreview) {
  return selections.flatMap(({ oddsId, becomes, ...counts }) =>
    becomes && counts[becomes] < counts.tickets ? [{ oddsId, result: becomes }] : [],
  );
}

/** The author, time and reason of a proposal, and whether this administrator may carry it out. */
function Proposed({ proposed: { by, at, reason } }: { proposed: ProposedCorrection }) {
  const session = useSession();
  const moment = momentText(at, 'date-time');
  const name = isolated(by.name);
  return (
    <Notice
      title={
        by.id === session?.memberId ? (
          <Trans>You proposed this {moment}. Another administrator has to carry it out.</Trans>
        ) : (
          <Trans>
            {name} proposed this {moment}. With you it is done.
          </Trans>
        )
      }
    >
      <bdi>{reason}</bdi>
    </Notice>
  );
}
