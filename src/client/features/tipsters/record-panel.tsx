import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { useHasRecords, useRecord } from '#client/data/records.ts';
import { useRefresh } from '#client/data/refresh.ts';
import { Card } from '#client/ui/card.tsx';
import { dayAndTime } from '#client/ui/formats.ts';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { Empty, Failed, Skeleton } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';
import type { Tipster } from '#contract/members.ts';
import type { FullRecord } from '#contract/records.ts';
import type { Window } from '#domain/record.ts';
import { HowItIsWorkedOut } from './how-it-is-worked-out.tsx';
import { RecordFigures, SummaryFigures } from './record-figures.tsx';
import { ByGroup, ByLeague } from './record-tables.tsx';

const UnitsChart = lazyNamed(() => import('./units-chart.tsx'), 'UnitsChart');

/** What a tipster's settled tips say, from the device; a server without records says nothing. */
export function RecordPanel({ tipster }: { tipster: Tipster }) {
  const kept = useRecord(tipster.id);
  const recorded = useHasRecords();
  const { state, retry } = useRefresh({ what: 'record', id: tipster.id });

  if (kept) return <Record record={kept.value} fetchedAt={kept.fetchedAt} />;
  if (!recorded) {
    return (
      <Section title={t`Record`}>
        <Empty>{t`This server keeps no record of its tipsters.`}</Empty>
      </Section>
    );
  }
  const isComing = state === 'waiting' || (state === 'fresh' && tipster.record.settled > 0);
  if (kept === undefined || isComing) return <RecordSkeleton />;
  return (
    <Section title={t`Record`}>
      {state === 'failed' ? (
        <div className="grid gap-3">
          <Failed onRetry={retry}>
            {t`The whole record could not be fetched. This is what the phone has of it.`}
          </Failed>
          <SummaryFigures record={tipster.record} />
        </div>
      ) : (
        <Empty>{t`No ticket has been settled yet.`}</Empty>
      )}
    </Section>
  );
}

function Record({ record, fetchedAt }: { record: FullRecord; fetchedAt: number }) {
  const [window, setWindow] = useState<Window>('90d');
  const { windows, months, byLeague, byGroup } = record;
  const moment = dayAndTime(new Date(fetchedAt));
  return (
    <>
      <Section
        title={t`Record`}
        aside={<span className="text-end text-xs text-dim">{t`as of ${moment}`}</span>}
      >
        <ChoiceTabs
          legend={t`Time`}
          options={[
            { value: '30d', label: t`30 days` },
            { value: '90d', label: t`90 days` },
            { value: 'all', label: t`All` },
          ]}
          value={window}
          onChoose={setWindow}
        />
        <RecordFigures record={windows[window]} />
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
    <Section title={t`Record`}>
      <div role="status" className="min-h-dvh lg:min-h-0">
        <p className="flex min-h-11 items-center text-sm text-dim">{t`Fetching the record`}</p>
        <Skeleton className="mt-3 h-50 rounded-md" />
      </div>
    </Section>
  );
}

type ChoiceTabsProps<Value extends string> = {
  /** What is chosen, for who does not see the row. */
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, as tabs: radio buttons, so that arrows move between them and one is always set. */
function ChoiceTabs<Value extends string>(props: ChoiceTabsProps<Value>) {
  const { legend, options, value, onChoose } = props;
  const name = useId();
  return (
    <fieldset className="flex flex-wrap border-b-[1.5px] border-line">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="-mb-[1.5px] inline-flex min-h-11 cursor-pointer items-center border-b-[3px] border-transparent px-3 font-narrow font-bold text-dim hover:text-ink has-checked:border-flag has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ink forced-colors:has-checked:border-[Highlight]"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
