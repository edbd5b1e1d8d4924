import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CorrectionPreview, DeskFixture } from '#contract/desk.ts';
import type { DecidedResult } from '#domain/tip.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { Card } from '#client/ui/card.tsx';
import { useSchemaForm } from '#client/ui/form/form.tsx';
import { EmptyState, FetchFailedNotice, Loading, Notice } from '#client/ui/notice.tsx';
import { ChangeStateTag } from '#client/ui/tag.tsx';
import { CorrectionForm, type CorrectionReasonForm } from './correction-form.tsx';
import { CorrectedOptions, type CorrectedResults } from './corrected-options.tsx';
import { GameScore } from '../desk/game-link.tsx';
import { RequiredReason } from '../desk/reason-form.tsx';
import { isSameResult, toFixtureResult } from '../desk/result-draft.ts';
import { ResultFields } from '../desk/result-fields.tsx';
import { TipsterUnits } from '../desk/tipster-units.tsx';
import { type CorrectionPreviewState, useCorrectionPreview } from './use-correction-preview.ts';

type CorrectionProps = {
  fixtureId: string;
  /** The fixture stored on this device; undefined if the device does not have it. */
  known: DeskFixture | undefined;
};

/** Chosen results by option id; `seen` holds the result counts that the person saw. */
type ResultChoices = Record<number, { result: DecidedResult; seen: string }>;

/** Previews the correction of one game, with the button that applies the correction. */
export function FixtureCorrection({ fixtureId, known }: CorrectionProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ResultChoices>({});
  const corrected: CorrectedResults = Object.fromEntries(
    Object.entries(chosen).map(([oddsId, { result }]) => [oddsId, result]),
  );
  const { fixture, preview, state, retry } = useCorrectionPreview(fixtureId, corrected, known);
  if (!preview) {
    return state === 'failed' ? (
      <PreviewError onRetry={retry} />
    ) : (
      <Loading rows={1} label={t`Fetching the tickets`} />
    );
  }
  return (
    <CorrectionContent
      {...{ fixture, preview, state, retry }}
      isOver={(oddsId) => chosen[oddsId]?.seen === formatOptionCounts(oddsId, preview)}
      onChoose={(oddsId, result) => {
        const choice = { result, seen: formatOptionCounts(oddsId, preview) };
        setChosen({ ...chosen, [oddsId]: choice });
      }}
    />
  );
}

/** Formats an option's numbers of won, lost and void tickets as a comparable key. */
function formatOptionCounts(oddsId: number, { selections }: CorrectionPreview): string {
  const { won, lost, void: voided } = selections.find((one) => one.oddsId === oddsId) ?? {};
  return [won, lost, voided].join();
}

type CorrectionContentProps = Omit<CorrectionTicketsProps, 'form' | 'waiting'> &
  Pick<CorrectionPreviewState, 'fixture' | 'state' | 'retry'>;

/** A game's result and the effect on its tickets; a typed reason outlasts a changed preview. */
function CorrectionContent({ fixture, state, retry, ...rest }: CorrectionContentProps) {
  const { preview } = rest;
  const form = useSchemaForm(RequiredReason, { reason: '' });
  const shown = toFixtureResult(preview.fixture);
  const isNewer = fixture !== undefined && !isSameResult(toFixtureResult(fixture), shown);
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
      {fixture && <CorrectionResult fixture={fixture} preview={preview} />}
      {state === 'failed' ? (
        <PreviewError onRetry={retry} />
      ) : (
        newerNote || <CorrectionTickets {...rest} form={form} waiting={state === 'waiting'} />
      )}
    </Card>
  );
}

function PreviewError({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  const words = t`What a correction would change can be told only online. Nothing was changed.`;
  return (
    <FetchFailedNotice onRetry={onRetry} offline={words}>
      {words}
    </FetchFailedNotice>
  );
}

type CorrectionTicketsProps = {
  preview: CorrectionPreview;
  /** True if the decisions did not change since the tap, so the correction may replace them. */
  isOver: (oddsId: number) => boolean;
  form: CorrectionReasonForm;
  /** True while another preview is loading. */
  waiting: boolean;
  onChoose: (oddsId: number, result: DecidedResult) => void;
};

/** The effect on the tickets, and the form that applies the correction. */
function CorrectionTickets({ preview, isOver, form, waiting, onChoose }: CorrectionTicketsProps) {
  const { t } = useLingui();
  const { tickets, own, selections, tipsters } = preview;
  const corrected = listCorrectedOptions(preview).map((one) => ({
    ...one,
    ...(isOver(one.oddsId) && { over: true }),
  }));
  return (
    <>
      {selections.length === 0 ? (
        <EmptyState>{t`No ticket with this game has been confirmed.`}</EmptyState>
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
      {tickets > 0 && (
        <>
          <TipsterUnits tipsters={tipsters.map(toUnitsChange)} />
          <CorrectionForm {...{ preview, form, waiting }} results={corrected} />
        </>
      )}
    </>
  );
}

/** Computes the units by which a correction changes a tipster's record. */
function toUnitsChange({ before, after, ...tipster }: CorrectionPreview['tipsters'][number]) {
  return { ...tipster, units: after - before };
}

type CorrectionResultProps = { fixture: OptimisticFixture; preview: CorrectionPreview };

/** The editable result of the game, because the result itself may be wrong. */
function CorrectionResult({ fixture, preview: { selections } }: CorrectionResultProps) {
  const now = useServerNow(30_000);
  return (
    <div className="@container grid grid-cols-1 gap-2">
      <p role="status" className="justify-self-end empty:hidden">
        {fixture.device && <ChangeStateTag state={fixture.device.state} />}
      </p>
      <ResultFields fixture={fixture} ticketed={selections} now={now} hasClubs />
    </div>
  );
}

/** Lists the options with at least one ticket that would change. */
function listCorrectedOptions({ selections }: CorrectionPreview) {
  return selections.flatMap(({ oddsId, becomes, ...counts }) =>
    becomes && counts[becomes] < counts.tickets ? [{ oddsId, result: becomes }] : [],
  );
}
