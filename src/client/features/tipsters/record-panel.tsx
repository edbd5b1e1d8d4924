import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { useHasRecords, useRecord } from '#client/data/records.ts';
import { useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { Card } from '#client/ui/card.tsx';
import { Radio } from '#client/ui/form/filter.tsx';
import { asOfText } from '#client/ui/formats.ts';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { Empty, Failed, Skeleton } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';
import type { Tipster, TipsterRecord } from '#contract/members.ts';
import type { FullRecord } from '#contract/records.ts';
import type { Window } from '#domain/record.ts';
import { HowItIsWorkedOut, RecordFigures, SummaryFigures, Withdrawals } from './record-figures.tsx';
import { ByGroup, ByLeague } from './record-tables.tsx';

const UnitsChart = lazyNamed(() => import('./units-chart.tsx'), 'UnitsChart');

/** What a tipster's settled tips say, from the device; a server without records says nothing. */
export function RecordPanel({ tipster }: { tipster: Tipster }) {
  const stored = useRecord(tipster.id);
  const recorded = useHasRecords();
  const refresh = useRefresh({ what: 'record', id: tipster.id });
  if (stored) return <Record record={stored.value} fetchedAt={stored.fetchedAt} />;
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

/** What a list of tipsters brought along, where the record itself did not come. */
function Summary({ record, refresh }: { record: TipsterRecord; refresh: Refresh }) {
  if (refresh.state !== 'failed') return <Empty>{t`No ticket has been settled yet.`}</Empty>;
  return (
    <div className="grid gap-3">
      <Failed onRetry={refresh.retry}>
        {t`The whole record could not be fetched. This is what the phone has of it.`}
      </Failed>
      <SummaryFigures record={record} />
    </div>
  );
}

function Record({ record, fetchedAt }: { record: FullRecord; fetchedAt: number }) {
  // Whoever reads a record relies on a past that nobody has rewritten.
  useRefresh({ what: 'proof' });
  const [window, setWindow] = useState<Window>('90d');
  const { windows, months, byLeague, byGroup, withdrawn } = record;
  return (
    <>
      <Section
        title={t`Record`}
        aside={<span className="text-end text-xs text-dim">{asOfText(fetchedAt)}</span>}
      >
        <WindowTabs window={window} onChoose={setWindow} />
        <RecordFigures record={windows[window]} />
        <Withdrawals count={withdrawn} />
        <HowItIsWorkedOut record={windows.all} />
      </Section>
      {months.length > 0 && (
        <Section title={t`Profit, units`}>
          <Card>
            <LazyPart waiting={<ChartSkeleton />}>
              <UnitsChart months={months} />
            </LazyPart>
          </Card>
        </Section>
      )}
      {byLeague.length > 0 && <ByLeague slices={byLeague} />}
      {byGroup.length > 0 && <ByGroup slices={byGroup} />}
    </>
  );
}

/** As tall as the chart with its lines of words, so that nothing below it moves. */
function ChartSkeleton() {
  return (
    <div aria-hidden="true" className="p-4">
      <Skeleton className="h-40 rounded-sm" />
      <div className="h-24" />
    </div>
  );
}

/** As tall as what is seen of a record first, so that the tips below it do not jump in view. */
function RecordSkeleton() {
  return (
    <div role="status" className="min-h-dvh lg:min-h-0">
      <p className="flex min-h-11 items-center text-sm text-dim">{t`Fetching the record`}</p>
      <Skeleton className="mt-3 h-50 rounded-md" />
    </div>
  );
}

/** How far back, as tabs: radio buttons, so that arrows move between them and one is always set. */
function WindowTabs({ window, onChoose }: { window: Window; onChoose: (window: Window) => void }) {
  const name = useId();
  const options = [
    ['30d', t`30 days`],
    ['90d', t`90 days`],
    ['all', t`All`],
  ] as const;
  return (
    <fieldset className="flex flex-wrap border-b-[1.5px] border-line">
      <legend className="sr-only">{t`Time`}</legend>
      {options.map(([value, words]) => (
        <Radio
          key={value}
          name={name}
          value={value}
          checked={value === window}
          onChoose={() => onChoose(value)}
          className="-mb-[1.5px] inline-flex min-h-11 cursor-pointer items-center border-b-[3px] border-transparent px-3 font-narrow font-bold text-dim hover:text-ink has-checked:border-flag has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ink forced-colors:has-checked:border-[Highlight]"
        >
          {words}
        </Radio>
      ))}
    </fieldset>
  );
}
