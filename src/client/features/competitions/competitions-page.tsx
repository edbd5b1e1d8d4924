import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CompetitionTable } from '#contract/records.ts';
import { useCompetition } from '#client/data/records.ts';
import type { Fetched } from '#client/data/documents.ts';
import { useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { useCapability } from '#client/data/device/sync-state.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Empty, Loading, Outdated, Stored } from '#client/ui/notice.tsx';
import { control } from '#client/ui/classes.ts';
import { Labelled } from '#client/ui/form/filter.tsx';
import { asOfText, monthName } from '#client/ui/formats.ts';
import { Page } from '#client/ui/page.tsx';
import { HowTablesAreMade, MonthTable } from './month-table.tsx';

type CompetitionsPageProps = {
  /** Nothing for the running month. */
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
};

/** Tables that make themselves: who earned most in a month. */
export function CompetitionsPage(props: CompetitionsPageProps) {
  return (
    <Page
      title={t`Competitions`}
      aside={
        <LinkButton to="/tips/create" look="quiet" className="px-0!">
          {t`All games to come`}
        </LinkButton>
      }
      wide
    >
      <Tables {...props} />
    </Page>
  );
}

function Tables({ month, onMonth }: CompetitionsPageProps) {
  const running = useCompetition();
  const asked = month === running?.value.month ? undefined : month;
  const table = useCompetition(asked);
  const hasTables = useCapability('records') !== false;
  useRefresh({ what: 'competition' });
  const refresh = useRefresh({ what: 'competition', ...(asked !== undefined && { month: asked }) });
  if (!hasTables && !table) return <NoTables />;
  return (
    <>
      <MonthChoice
        month={month ?? running?.value.month}
        running={running?.value}
        onMonth={onMonth}
      />
      <Table table={table} refresh={refresh} onMonth={onMonth} />
    </>
  );
}

function NoTables() {
  return (
    <Empty act={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>}>
      {t`This server keeps no monthly tables.`}
    </Empty>
  );
}

type MonthChoiceProps = {
  month: string | undefined;
  running: CompetitionTable | undefined;
  onMonth: CompetitionsPageProps['onMonth'];
};

/** Every month with settled tips, and the running one even if it has none. */
function MonthChoice({ month, running, onMonth }: MonthChoiceProps) {
  const known = [running?.month, ...(running?.months ?? []), month];
  const months = [...new Set(known.filter((one) => one !== undefined))].toSorted().toReversed();
  return (
    <Labelled label={t`Month`} className="mb-4 max-w-80">
      {(id) => (
        <select
          id={id}
          className={control}
          value={month ?? ''}
          disabled={months.length === 0}
          onChange={({ target: { value } }) =>
            onMonth(value === running?.month ? undefined : value)
          }
        >
          {months.map((one) => (
            <option key={one} value={one}>
              {monthName(one)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

type TableProps = {
  table: Fetched<CompetitionTable> | null | undefined;
  refresh: Refresh;
  onMonth: CompetitionsPageProps['onMonth'];
};

function Table({ table, refresh, onMonth }: TableProps) {
  const loading = <Loading shape="row" rows={9} label={t`Fetching the table`} />;
  return (
    <Stored
      value={table}
      refresh={refresh}
      loading={loading}
      failed={t`This table could not be fetched, and it has not been on this phone yet.`}
      none={loading}
    >
      {({ value, fetchedAt }) => (
        <>
          <Outdated refresh={refresh}>
            {t`The table could not be renewed. This is what the phone has.`}
          </Outdated>
          {value.rows.length === 0 ? (
            <NothingSettled table={value} onMonth={onMonth} />
          ) : (
            <MonthTable table={value} />
          )}
          <p className="mt-3 text-xs text-dim">{asOfText(fetchedAt)}</p>
          <HowTablesAreMade minimum={value.minimum} />
        </>
      )}
    </Stored>
  );
}

type NothingSettledProps = { table: CompetitionTable; onMonth: (month: string) => void };

/** A month without a settled tip, and the way to the last one before it. */
function NothingSettled({ table: { month, months }, onMonth }: NothingSettledProps) {
  const earlier = months.find((one) => one < month);
  const name = monthName(month);
  return (
    <Empty
      act={
        earlier !== undefined && (
          <Button onClick={() => onMonth(earlier)}>{monthName(earlier)}</Button>
        )
      }
    >
      <Trans>
        No ticket of {name} has been settled yet. The table fills as tickets are settled.
      </Trans>
    </Empty>
  );
}
