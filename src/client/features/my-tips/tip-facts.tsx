import { i18n } from '@lingui/core';
import { Plural, Trans } from '@lingui/react/macro';
import { countText, mediumDate } from '#client/ui/formats.ts';
import type { Tip } from '#contract/tips.ts';

/** "3 games · Sat 21 Nov", by the day its first game is played; a tap anywhere on the card opens it. */
export function TipOpener({ tip, onOpen }: { tip: Tip; onOpen: () => void }) {
  const day = i18n.date(new Date(tip.expiryTime), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="-my-2.5 min-h-11 text-start font-bold after:absolute after:inset-0"
    >
      <Plural value={tip.options.length} one="# game" other="# games" />
      {' · '}
      {day}
    </button>
  );
}

/** What distinguishes two tips that look alike: its dates and the end of its id. */
export function TipFacts({ tip, games = false }: { tip: Tip; games?: boolean }) {
  const id = shortId(tip.id);
  const created = mediumDate(tip.creationTime);
  return (
    <p className="text-xs text-dim">
      <Trans>
        Ticket <span className="figure">{id}</span> · Creation Date{' '}
        <time dateTime={tip.creationTime}>{created}</time>
      </Trans>
      {games && (
        <>
          {' · '}
          <Trans>Number of Games {countText(tip.options.length)}</Trans>
        </>
      )}
    </p>
  );
}

/** The last six places of an id: those that differ. */
function shortId(id: string): string {
  return id.slice(-6).toUpperCase();
}
