import { msg, t } from '@lingui/core/macro';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CheckedEvent } from '#sync/refresh/proof.ts';
import { legResults, tipOutcomes } from '#domain/tip.ts';
import { gameText, mediumDateTime, oddsText } from '#client/ui/formats.ts';
import { Notice } from '#client/ui/notice.tsx';
import { resultWord } from '#client/ui/tip/outcome.tsx';
import { OptionName } from '#client/ui/tip/option-name.tsx';

type HistoryProps = {
  events: readonly CheckedEvent[];
  /** The game of a fixture. */
  gameOf: (fixtureId: string) => string;
};

/** Everything that happened to a tip, and whether this device found it proved. */
export function History({ events, gameOf }: HistoryProps) {
  return (
    <ol className="grid gap-3">
      {events.map((event) => (
        <li key={event.said.position} className="border-s-[1.5px] border-line ps-3">
          <p className="text-sm">
            <time dateTime={event.said.at} className="block text-xs text-dim">
              {mediumDateTime(event.said.at)}
            </time>
            {linesOf(event, gameOf).map((line, index) => (
              <span key={index} className="block">
                {line}
              </span>
            ))}
            {event.said.reason !== '' && <bdi className="block text-dim">{event.said.reason}</bdi>}
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
  const moment = checkpointAt && mediumDateTime(checkpointAt);
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

const plainWords: Readonly<Record<string, MessageDescriptor>> = {
  'tip.post': msg`Posted`,
  'tip.withdraw': msg`Withdrawn`,
};

function linesOf({ said }: CheckedEvent, gameOf: HistoryProps['gameOf']): ReactNode[] {
  const [before, after] = [factsIn(said.before), factsIn(said.after)];
  const game = gameText(gameOf(textIn(after, 'fixtureId')));
  switch (said.action) {
    case 'leg.price': {
      const odds = oddsText(Number(after['odd']));
      return [t`${game}: odds set to ${odds}`];
    }
    case 'leg.settle': {
      const result = resultIn(after);
      return [t`${game}: decided, ${result}`];
    }
    case 'leg.correct': {
      const [was, is] = [resultIn(before), resultIn(after)];
      return [t`${game}: corrected from ${was} to ${is}`];
    }
    case 'tip.confirm': {
      const outcome = outcomeIn(after);
      return [t`Confirmed: ${outcome}`];
    }
    default: {
      const words = plainWords[said.action];
      return [words ? i18n._(words) : said.action, ...postedLegs(after)];
    }
  }
}

/** "Arsenal – Chelsea · Arsenal to win 1X2 - 1 · 1.85", as it was posted. */
function postedLegs({ legs }: Facts): ReactNode[] {
  if (!Array.isArray(legs)) return [];
  return legs.map(factsIn).map((leg) => {
    const game = textIn(leg, 'game');
    return (
      <>
        {gameText(game)}
        {' · '}
        <OptionName game={game} oddName={textIn(leg, 'oddName')} />
        {` · ${oddsText(Number(leg['odd']))}`}
      </>
    );
  });
}

type Facts = Record<string, unknown>;

function factsIn(value: unknown): Facts {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textIn(facts: Facts, name: string): string {
  const text = facts[name];
  return typeof text === 'string' ? text : '';
}

function resultIn(facts: Facts): string {
  const result = legResults.find((one) => one === facts['result']);
  return result ? resultWord(result) : '';
}

function outcomeIn(facts: Facts): string {
  const outcome = tipOutcomes.find((one) => one === facts['outcome']);
  return outcome ? resultWord(outcome === 'open' ? 'pending' : outcome) : '';
}
