import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Tip } from '#contract/tips.ts';
import type { CheckedEvent } from '#sync/refresh/proof.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { momentText } from '#client/ui/formats.ts';
import { EmptyState, Loading, Notice, StoredContent } from '#client/ui/notice.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { GameName } from '#client/ui/text.tsx';
import {
  auditEntryText,
  toAuditValues,
  readAuditNumber,
  readAuditText,
} from '#client/ui/tip/audit-text.ts';
import { translatePick } from '#client/ui/tip/option-words.ts';
import { quoteOf } from '#domain/odds/quote.ts';

/** The history of a tip with its receipts. */
export function TipHistory({ tip: { id, options } }: { tip: Tip }) {
  const history = useStoredDocument(collections.history, id);
  const refresh = useRefresh({ what: 'history', id });
  const gameOf = (fixtureId: string) =>
    options.find((leg) => leg.fixtureId === fixtureId)?.game ?? '';
  return (
    <StoredContent
      value={history}
      refresh={refresh}
      loading={<Loading rows={1} shape="row" label={t`Fetching the history`} />}
      failed={t`The history could not be fetched.`}
      none={<EmptyState>{t`There is no history of this tip.`}</EmptyState>}
    >
      {({ value: { events } }) => (
        <div className="grid gap-3 pt-1">
          <TipEventList events={events} gameOf={gameOf} />
          <p>
            <Link to="/help" hash="receipt" className="font-bold underline underline-offset-4">
              <Trans>How a receipt is checked</Trans>
            </Link>
          </p>
        </div>
      )}
    </StoredContent>
  );
}

type TipEventListProps = {
  events: readonly CheckedEvent[];
  /** Returns the name of a game. */
  gameOf: (fixtureId: string) => string;
};

/** The events of a tip, and whether this device has verified the proof of each. */
export function TipEventList({ events, gameOf }: TipEventListProps) {
  return (
    <ol className="grid gap-3">
      {events.map((event) => (
        <li key={event.content.position} className="border-s-[1.5px] border-line ps-3">
          <p className="text-sm">
            <time dateTime={event.content.at} className="block text-xs text-dim">
              {momentText(event.content.at, 'date-time')}
            </time>
            {renderEventLines(event, gameOf).map((line, index) => (
              <span key={index} className="block">
                {line}
              </span>
            ))}
            {event.content.reason !== '' && (
              <bdi className="block text-dim">{event.content.reason}</bdi>
            )}
          </p>
          <ReceiptLine event={event} />
        </li>
      ))}
    </ol>
  );
}

function ReceiptLine({ event: { flaw, checkpointAt } }: { event: CheckedEvent }) {
  if (flaw !== undefined) {
    return (
      <Notice tone="warning">
        <Trans>This phone could not prove this. It may not be what was written down.</Trans>
      </Notice>
    );
  }
  const moment = checkpointAt && momentText(checkpointAt, 'date-time');
  return (
    <p className="text-xs text-dim">
      {moment ? (
        <Trans>Proved on this phone: unchanged since the checkpoint of {moment}.</Trans>
      ) : (
        <Trans>The receipt comes with the next checkpoint, within about an hour.</Trans>
      )}
    </p>
  );
}

function renderEventLines(
  { content }: CheckedEvent,
  gameOf: TipEventListProps['gameOf'],
): ReactNode[] {
  const after = toAuditValues(content.after);
  const legs = content.action === 'tip.post' ? renderPostedLegs(after) : [];
  return [auditEntryText(content, gameOf(readAuditText(after, 'fixtureId'))), ...legs];
}

/** Renders each posted leg, such as "Arsenal – Chelsea · Arsenal to win · 1.85". */
function renderPostedLegs({ legs }: ReturnType<typeof toAuditValues>): ReactNode[] {
  if (!Array.isArray(legs)) return [];
  return legs.map(toAuditValues).map((leg) => {
    const game = readAuditText(leg, 'game');
    const quote = quoteOf({
      odd: Number(leg['odd']),
      estimatedOdd: readAuditNumber(leg, 'estimatedOdd'),
    });
    return (
      <>
        <GameName game={game} />
        {' · '}
        {translatePick({ game, oddName: readAuditText(leg, 'oddName') })}
        {quote && (
          <>
            {' · '}
            <QuoteFigure quote={quote} className="" />
          </>
        )}
      </>
    );
  });
}
