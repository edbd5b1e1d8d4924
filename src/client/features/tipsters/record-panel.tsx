import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import { useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { SegmentedControl } from '#client/ui/radio.tsx';
import { fetchedAtText, monthName } from '#client/ui/formats.ts';
import { EmptyState, FetchFailedNotice, Skeleton } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';
import type { Tipster, TipsterRecord } from '#contract/members.ts';
import type { FullRecord } from '#contract/records.ts';
import type { RecordWindow } from '#domain/record.ts';
import { RecordCheckPanel } from './record-check-panel.tsx';
import { RecordFigures, SummaryFigures, WithdrawalCount } from './record-figures.tsx';
import { createMonthLine, MonthFigures } from './month-record.tsx';
import { OddsGroupBreakdown, LeagueBreakdown } from './record-breakdown.tsx';
import { UnitsOverTime } from './units-over-time.tsx';
import { RecordExplanation } from './record-explanation.tsx';

type RecordPanelProps = {
  tipster: Tipster;
  /** A month that can be chosen besides the periods; it is shown first. */
  month: string | undefined;
  /** The period of a shared check; it is shown first. */
  check: RecordWindow | undefined;
};

/** A tipster's stored record, or a notice if the backend has no records. */
export function RecordPanel({ tipster, month, check }: RecordPanelProps) {
  const stored = useStoredDocument(collections.record, tipster.id);
  const recorded = useBackendHasRecords();
  const refresh = useRefresh({ what: 'record', id: tipster.id });
  if (stored)
    return (
      <TipsterRecordDetails
        {...{ tipster, month, check }}
        record={stored.value}
        fetchedAt={stored.fetchedAt}
      />
    );
  const isComing =
    stored === undefined ||
    refresh.state === 'waiting' ||
    (refresh.state === 'fresh' && tipster.record.settled > 0);
  return (
    <Section title={t`Record`}>
      {!recorded ? (
        <EmptyState>{t`This server keeps no record of its tipsters.`}</EmptyState>
      ) : isComing ? (
        <RecordSkeleton />
      ) : (
        <RecordSummary record={tipster.record} refresh={refresh} />
      )}
    </Section>
  );
}

/** The record's summary from the list of tipsters, shown while the record is missing. */
function RecordSummary({ record, refresh }: { record: TipsterRecord; refresh: Refresh }) {
  if (refresh.state !== 'failed')
    return <EmptyState>{t`No ticket has been settled yet.`}</EmptyState>;
  return (
    <div className="grid gap-3">
      <FetchFailedNotice
        onRetry={refresh.retry}
        offline={t`The whole record comes when you are online.`}
      >
        {t`The whole record could not be fetched.`}
      </FetchFailedNotice>
      <SummaryFigures record={record} period={t`all time`} />
    </div>
  );
}

type TipsterRecordDetailsProps = RecordPanelProps & { record: FullRecord; fetchedAt: number };

function TipsterRecordDetails({
  tipster,
  month,
  check,
  record,
  fetchedAt,
}: TipsterRecordDetailsProps) {
  // Checks that the log was not rewritten, because otherwise the record cannot be trusted.
  useRefresh({ what: 'proof' });
  const [window, setWindow] = useState<RecordWindow | 'month'>(
    check ?? (month === undefined ? '90d' : 'month'),
  );
  const { windows, months, byLeague, byGroup, withdrawn } = record;
  const ofMonth = window === 'month' ? month : undefined;
  // If the URL names no month any more, a period is shown again.
  const shown = window === 'month' ? '90d' : window;
  const checked = ofMonth === undefined ? shown : 'all';
  const form = tipster.tips.find(({ author }) => author)?.author?.form ?? [];
  return (
    <>
      <section aria-label={t`Record`} className="mt-2">
        <WindowChoice
          window={ofMonth === undefined ? shown : 'month'}
          month={month}
          onChoose={setWindow}
        />
        {ofMonth === undefined ? (
          <RecordFigures record={windows[shown]} form={form} />
        ) : (
          <MonthFigures record={record} month={ofMonth} />
        )}
        <WithdrawalCount count={withdrawn} />
        <p className="mt-0.5 text-xs text-dim">{fetchedAtText(fetchedAt)}</p>
        {/* A month cannot be checked alone, so the result refers to the record of all time. */}
        <RecordCheckPanel
          key={checked}
          tipster={tipster}
          window={checked}
          onStart={() => setWindow(checked)}
        />
      </section>
      <UnitsOverTime
        tipsterId={tipster.id}
        line={ofMonth === undefined ? windows[shown] : createMonthLine(record, ofMonth)}
        months={months}
      />
      <RecordExplanation record={windows.all} />
      {byLeague.length > 0 && <LeagueBreakdown slices={byLeague} />}
      {byGroup.length > 0 && <OddsGroupBreakdown slices={byGroup} />}
    </>
  );
}

/** A placeholder as high as the start of a record, so that tips below do not move visibly. */
function RecordSkeleton() {
  return (
    <div role="status" className="min-h-dvh lg:min-h-0">
      <p className="flex min-h-11 items-center text-sm text-dim">{t`Fetching the record`}</p>
      <Skeleton className="-mx-2 mt-2 h-34 rounded-md" />
    </div>
  );
}

type WindowChoiceProps = {
  window: RecordWindow | 'month';
  month: string | undefined;
  onChoose: (window: RecordWindow | 'month') => void;
};

/** Radio buttons for the period. */
function WindowChoice({ window, month, onChoose }: WindowChoiceProps) {
  const segments = [
    ['30d', t`30 days`],
    ['90d', t`90 days`],
    ['all', t`All`],
  ] as const;
  const ofMonth = month === undefined ? [] : [['month', monthName(month)] as const];
  return (
    <div className="mb-2">
      <SegmentedControl
        label={t`Time`}
        labelHidden
        segments={[...ofMonth, ...segments]}
        chosen={window}
        onChoose={onChoose}
      />
    </div>
  );
}
