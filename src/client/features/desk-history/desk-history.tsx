import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditEntry } from '#contract/desk-history.ts';
import type { HistoryFilter } from '#client/data/desk/desk-calls.ts';
import { useServerAction } from '#client/data/account/server-call.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { downloadFile } from '#client/data/outbox/operation-export.ts';
import { Button } from '#client/ui/button.tsx';
import { ChipLink, Chips } from '#client/ui/chip.tsx';
import { joinClasses, controlClasses } from '#client/ui/classes.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { gameText, isolateForeignText, momentText, ticketCode } from '#client/ui/formats.ts';
import { LabelledControl } from '#client/ui/form/filter.tsx';
import { LoadMore } from '#client/ui/list/windowed-list.tsx';
import { EmptyState, Loading, ProblemNotice, StoredContent } from '#client/ui/notice.tsx';
import { auditEntryText } from '#client/ui/tip/audit-text.ts';

type DeskHistoryProps = { filter: HistoryFilter; onDay: (day: string | undefined) => void };

/**
 * The administrators' actions with time and reason, filtered by administrator, ticket, game or day.
 */
export function DeskHistory({ filter, onDay }: DeskHistoryProps) {
  const { t } = useLingui();
  const { entries, hasMore, state, load } = useHistoryPages(filter);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <DayField day={filter.day} onDay={onDay} />
        {entries.length > 0 && <HistoryDownload {...filter} />}
      </div>
      <FilterChips {...filter} entries={entries} />
      <StoredContent
        value={entries}
        refresh={{ state: state === 'idle' ? 'fresh' : state, retry: load }}
        loading={<Loading rows={4} shape="row" label={t`Fetching the history`} />}
        failed={t`The history could not be fetched.`}
        none={<EmptyState>{t`Nothing was done yet.`}</EmptyState>}
      >
        {(shown) => (
          <ol className="card-border divide-y divide-line rounded-md bg-card px-4">
            {groupEntries(shown).map((group) => (
              <AuditEntryRow key={group[0].id} group={group} />
            ))}
          </ol>
        )}
      </StoredContent>
      <LoadMore hasMore={hasMore} state={state} onLoad={load}>
        <Trans>Load more</Trans>
      </LoadMore>
    </div>
  );
}

type EntryGroup = readonly [AuditEntry, ...AuditEntry[]];

/** Groups adjacent entries that one call wrote for several tickets. */
function groupEntries(entries: readonly AuditEntry[]): EntryGroup[] {
  const groups: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && toEntryGroupKey(last[0]) === toEntryGroupKey(entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function toEntryGroupKey({ at, by, action, reason, fixtureId, ...entry }: AuditEntry): string {
  return JSON.stringify([
    at,
    by?.id,
    action,
    reason,
    fixtureId,
    auditEntryText({ action, ...entry }),
  ]);
}

type DayFieldProps = { day: string | undefined; onDay: (day: string | undefined) => void };

function DayField({ day, onDay }: DayFieldProps) {
  const { t } = useLingui();
  return (
    <LabelledControl label={t`Day`}>
      {(id) => (
        <input
          id={id}
          type="date"
          value={day ?? ''}
          onChange={({ target }) => onDay(target.value || undefined)}
          className={joinClasses(controlClasses, 'w-auto!')}
        />
      )}
    </LabelledControl>
  );
}

/** Reads the newest audit entries; each `load` adds an older page. */
function useHistoryPages({ tip, by, fixture, day }: HistoryFilter) {
  const filter = JSON.stringify([tip, by, fixture, day]);
  const [earlier, setEarlier] = useState({ filter, entries: noEntries });
  const known = earlier.filter === filter ? earlier.entries : noEntries;
  const before = known.at(-1)?.id;
  const { answer, isWaiting, retry } = useServerQuery(`${filter} ${before}`, (accounts) =>
    accounts.desk(async (calls) => calls.readHistory({ tip, by, fixture, day }, before)),
  );
  const page = answer?.kind === 'ok' && !isWaiting ? answer : undefined;
  const entries = page ? [...known, ...page.reply] : known;
  return {
    entries,
    hasMore: page ? page.hasMore : known.length > 0,
    state: isWaiting ? ('waiting' as const) : page ? ('idle' as const) : ('failed' as const),
    load: page ? () => setEarlier({ filter, entries }) : retry,
  };
}

const noEntries: readonly AuditEntry[] = [];

/** The active filters as chips; the first chip links to the unfiltered history. */
function FilterChips({
  tip,
  by,
  fixture,
  day,
  entries,
}: HistoryFilter & { entries: readonly AuditEntry[] }) {
  const { t } = useLingui();
  if ((tip ?? by ?? fixture ?? day) === undefined) return undefined;
  const game = entries.find(({ fixtureId }) => fixtureId === fixture)?.game ?? '';
  const name = isolateForeignText(entries.find((entry) => entry.by?.id === by)?.by?.name ?? '');
  const ticket = ticketCode(tip ?? '');
  return (
    <Chips label={t`Shown`}>
      <ChipLink to="/admin/history">
        <Trans>All</Trans>
      </ChipLink>
      {by !== undefined && (
        <ChipLink to="/admin/history" search={{ by }} aria-current="page">
          {name === '' ? <Trans>One administrator</Trans> : name}
        </ChipLink>
      )}
      {fixture !== undefined && (
        <ChipLink to="/admin/history" search={{ fixture }} aria-current="page">
          {game === '' ? <Trans>One game</Trans> : gameText(game)}
        </ChipLink>
      )}
      {tip !== undefined && (
        <ChipLink to="/admin/history" search={{ tip }} aria-current="page">
          <Trans>Ticket {ticket}</Trans>
        </ChipLink>
      )}
    </Chips>
  );
}

const auditLinkClasses =
  'inline-flex min-h-11 min-w-0 max-w-full items-center font-bold wrap-anywhere underline underline-offset-4';

/** Audited decisions, whose entries link to the correction of the game. */
const decisionActions = new Set(['leg.settle', 'leg.correct', 'fixture.result']);

function AuditEntryRow({ group }: { group: EntryGroup }) {
  const [entry] = group;
  const { at, by, action, fixtureId, game = '', reason } = entry;
  const tipId = group.length > 1 ? undefined : entry.tipId;
  const ticket = ticketCode(tipId ?? '');
  return (
    <li className="grid gap-0.5 py-2.5">
      <time dateTime={at} className="text-xs text-dim">
        {momentText(at, 'date-time')}
      </time>
      <p className="text-md wrap-anywhere">{auditEntryText(entry, game)}</p>
      {reason !== '' && <bdi className="text-sm wrap-anywhere text-dim">{reason}</bdi>}
      <p className="flex flex-wrap items-center gap-x-4 text-sm">
        {by ? (
          <Link to="/admin/history" search={{ by: by.id }} className={auditLinkClasses}>
            <bdi>{by.name}</bdi>
          </Link>
        ) : (
          <span className="inline-flex min-h-11 items-center text-dim">
            <Trans>By rule</Trans>
          </span>
        )}
        {tipId !== undefined && (
          <Link to="/admin/history" search={{ tip: tipId }} className={auditLinkClasses}>
            <Trans>Ticket {ticket}</Trans>
          </Link>
        )}
        {fixtureId !== undefined && (
          <Link to="/admin/history" search={{ fixture: fixtureId }} className={auditLinkClasses}>
            <Trans>This game</Trans>
          </Link>
        )}
        {fixtureId !== undefined && decisionActions.has(action) && (
          <Link
            to="/admin/corrections"
            search={{ fixture: fixtureId }}
            className={auditLinkClasses}
          >
            <Trans>Correct tickets</Trans>
          </Link>
        )}
      </p>
      {group.length > 1 && <GroupTickets group={group} />}
    </li>
  );
}

/** The tickets of a group, collapsed. */
function GroupTickets({ group }: { group: EntryGroup }) {
  return (
    <Disclosure summary={<Plural value={group.length} one="# ticket" other="# tickets" />}>
      <p className="flex flex-wrap gap-x-4 text-sm">
        {group.map(({ id, tipId = '' }) => (
          <Link key={id} to="/admin/history" search={{ tip: tipId }} className={auditLinkClasses}>
            <bdi>{ticketCode(tipId)}</bdi>
          </Link>
        ))}
      </p>
    </Disclosure>
  );
}

/** A button that downloads the filtered history from the server. */
function HistoryDownload(whose: HistoryFilter) {
  const { t } = useLingui();
  const { busy, problem, send } = useServerAction();
  const save = async () =>
    send({
      call: (accounts) => accounts.desk(async (calls) => calls.downloadHistory(whose)),
      onSuccess: ({ file }) => downloadFile(file, 'csv'),
    });
  return (
    <div className="grid justify-items-start gap-3">
      <Button busy={busy} onClick={() => void save()}>
        {busy ? t`Processing...` : t`Save as a table (CSV)`}
      </Button>
      <ProblemNotice text={problem} />
    </div>
  );
}
