import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { collections, useCollection } from '#client/data/collections.ts';
import { useHasRecords } from '#client/data/device/backend-kind.tsx';
import { useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { Segments } from '#client/ui/radio.tsx';
import { asOfText, monthName } from '#client/ui/formats.ts';
import { Empty, Failed, Skeleton } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';
import type { Tipster, TipsterRecord } from '#contract/members.ts';
import type { FullRecord } from '#contract/records.ts';
import type { Window } from '#domain/record.ts';
import { CheckRecord } from './record-check.tsx';
import { RecordFigures, SummaryFigures, Withdrawals } from './record-figures.tsx';
import { lineOfMonth, MonthFigures } from './month-record.tsx';
import { ByGroup, ByLeague } from './record-parts.tsx';
import { UnitsOverTime } from './units-over-time.tsx';
import { HowItIsWorkedOut } from './worked-out.tsx';

type RecordPanelProps = {
  tipster: Tipster;
  /** A month next to the usual windows, shown first. */
  month: string | undefined;
  /** The window of a shared check, shown first. */
  check: Window | undefined;
};

/** A tipster's record, from the device; empty for a backend without records. */
export function RecordPanel({ tipster, month, check }: RecordPanelProps) {
  const stored = useCollection(collections.record, tipster.id);
  const recorded = useHasRecords();
  const refresh = useRefresh({ what: 'record', id: tipster.id });
  if (stored)
    return (
      <Record {...{ tipster, month, check }} record={stored.value} fetchedAt={stored.fetchedAt} />
    );
  const isComing =
    stored === undefined ||
    refresh.state === 'waiting' ||
    (refresh.state === 'fresh' && tipster.record.settled > 0);
  return (
    <Section title={t`Record`}>
      {!recorded ? (
        <Empty>{t`This server keeps no record of its tipsters.`}</Empty>
      ) : isComing ? (
        <RecordSkeleton />
      ) : (
        <Summary record={tipster.record} refresh={refresh} />
      )}
    </Section>
  );
}

/** The summary from a list of tipsters, while the record itself is missing. */
function Summary({ record, refresh }: { record: TipsterRecord; refresh: Refresh }) {
  if (refresh.state !== 'failed') return <Empty>{t`No ticket has been settled yet.`}</Empty>;
  return (
    <div className="grid gap-3">
      <Failed onRetry={refresh.retry} offline={t`The whole record comes when you are online.`}>
        {t`The whole record could not be fetched.`}
      </Failed>
      <SummaryFigures record={record} period={t`all time`} />
    </div>
  );
}

type RecordProps = RecordPanelProps & { record: FullRecord; fetchedAt: number };

function Record({ tipster, month, check, record, fetchedAt }: RecordProps) {
  // A record is only reliable if the log was not rewritten.
  useRefresh({ what: 'proof' });
  const [window, setWindow] = useState<Window | 'month'>(
    check ?? (month === undefined ? '90d' : 'month'),
  );
  const { windows, months, byLeague, byGroup, withdrawn } = record;
  const ofMonth = window === 'month' ? month : undefined;
  // An address that has no month any more shows a window again.
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
        <Withdrawals count={withdrawn} />
        <p className="mt-0.5 text-xs text-dim">{asOfText(fetchedAt)}</p>
        {/* A month has no window to check: the result is compared with the figures above it. */}
        <CheckRecord
          key={checked}
          tipster={tipster}
          window={checked}
          onStart={() => setWindow(checked)}
        />
      </section>
      <UnitsOverTime
        tipsterId={tipster.id}
        line={ofMonth === undefined ? windows[shown] : lineOfMonth(record, ofMonth)}
        months={months}
      />
      <HowItIsWorkedOut record={windows.all} />
      {byLeague.length > 0 && <ByLeague slices={byLeague} />}
      {byGroup.length > 0 && <ByGroup slices={byGroup} />}
    </>
  );
}

/** As tall as the beginning of a record, so that the tips below do not jump in view. */
function RecordSkeleton() {
  return (
    <div role="status" className="min-h-dvh lg:min-h-0">
      <p className="flex min-h-11 items-center text-sm text-dim">{t`Fetching the record`}</p>
      <Skeleton className="-mx-2 mt-2 h-34 rounded-md" />
    </div>
  );
}

type WindowChoiceProps = {
  window: Window | 'month';
  month: string | undefined;
  onChoose: (window: Window | 'month') => void;
};

/** The window as radio buttons. */
function WindowChoice({ window, month, onChoose }: WindowChoiceProps) {
  const segments = [
    ['30d', t`30 days`],
    ['90d', t`90 days`],
    ['all', t`All`],
  ] as const;
  const ofMonth = month === undefined ? [] : [['month', monthName(month)] as const];
  return (
    <div className="mb-2">
      <Segments
        label={t`Time`}
        labelHidden
        segments={[...ofMonth, ...segments]}
        chosen={window}
        onChoose={onChoose}
      />
    </div>
  );
}
