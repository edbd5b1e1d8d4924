import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { CompetitionTable } from '#contract/records.ts';
import { useCompetition } from '#client/data/records.ts';
import type { Fetched } from '#client/data/documents.ts';
import { useRefresh } from '#client/data/refresh.ts';
import { useCapability } from '#client/data/sync-state.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Empty, Failed, Loading } from '#client/ui/notice.tsx';
import { control } from '#client/ui/classes.ts';
import { dayAndTime, monthName } from '#client/ui/formats.ts';
import { Page } from '#client/ui/page.tsx';
import { HowTablesAreMade, MonthTable } from './month-table.tsx';

type CompetitionsPageProps = {
  /** Nothing for the running month. */
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
};

/** Tables that make themselves: who earned most in a month. */
export function CompetitionsPage({ month, onMonth }: CompetitionsPageProps) {
  const running = useCompetition();
  const asked = month === running?.value.month ? undefined : month;
  const table = useCompetition(asked);
  const hasTables = useCapability('records') !== false;
  useRefresh({ what: 'competition' });
  const { state, retry } = useRefresh(
    asked === undefined ? { what: 'competition' } : { what: 'competition', month: asked },
  );
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
      {!hasTables && !table ? (
        <NoTables />
      ) : (
        <>
          <MonthChoice
            month={month ?? running?.value.month}
            running={running?.value}
            onMonth={onMonth}
          />
          <Table table={table} state={state} onRetry={retry} onMonth={onMonth} />
        </>
      )}
    </Page>
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
  const id = useId();
  const known = [running?.month, ...(running?.months ?? []), month];
  const months = [...new Set(known.filter((one) => one !== undefined))].toSorted().toReversed();
  return (
    <div className="mb-4 grid max-w-80 gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {t`Month`}
      </label>
      <select
        id={id}
        className={control}
        value={month ?? ''}
        disabled={months.length === 0}
        onChange={({ target }) =>
          onMonth(target.value === running?.month ? undefined : target.value)
        }
      >
        {months.map((one) => (
          <option key={one} value={one}>
            {monthName(one)}
          </option>
        ))}
      </select>
    </div>
  );
}

type TableProps = {
  table: Fetched<CompetitionTable> | null | undefined;
  state: 'waiting' | 'fresh' | 'failed';
  onRetry: () => void;
  onMonth: CompetitionsPageProps['onMonth'];
};

function Table({ table, state, onRetry, onMonth }: TableProps) {
  if (!table && state !== 'failed') {
    return <Loading shape="row" rows={9} label={t`Fetching the table`} />;
  }
  if (!table) {
    return (
      <Failed onRetry={onRetry}>
        {t`This table could not be fetched, and it has not been on this phone yet.`}
      </Failed>
    );
  }
  const { month, months, minimum, rows } = table.value;
  const moment = dayAndTime(new Date(table.fetchedAt));
  const earlier = months.find((one) => one < month);
  const name = monthName(month);
  return (
    <>
      {state === 'failed' && (
        <div className="mb-3">
          <Failed onRetry={onRetry}>
            {t`The table could not be renewed. This is what the phone has.`}
          </Failed>
        </div>
      )}
      {rows.length === 0 ? (
        <Empty
          act={
            earlier !== undefined && (
              <Button onClick={() => onMonth(earlier)}>{monthName(earlier)}</Button>
            )
          }
        >
          <Trans>
            No ticket of {name} has been settled yet. The table makes itself as they are.
          </Trans>
        </Empty>
      ) : (
        <MonthTable table={table.value} />
      )}
      <p className="mt-3 text-xs text-dim">{t`as of ${moment}`}</p>
      <HowTablesAreMade minimum={minimum} />
    </>
  );
}
