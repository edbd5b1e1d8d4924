import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import { countText, capitalisedKickOffText, momentText, ticketCode } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { LabelledFigure } from '#client/ui/tip/labelled-figures.tsx';
import type { Tip } from '#contract/tips.ts';

/** Facts that distinguish similar tips: the end of the id, the date, the number of games. */
export function TipFacts({ tip }: { tip: Tip }) {
  const id = ticketCode(tip.id);
  const created = momentText(tip.creationTime, 'date');
  return (
    <p className="w-full text-xs text-dim">
      <Trans>
        Ticket <span className="figure">{id}</span> · Creation Date{' '}
        <time dateTime={tip.creationTime}>{created}</time>
      </Trans>
      {' · '}
      <Trans>Number of Games {countText(tip.options.length)}</Trans>
    </p>
  );
}

/** Lists the figures of a tip besides its odds: the deadline, and the stake if there is one. */
export function listTipFigures({ stake = 0, expiryTime }: Tip): LabelledFigure[] {
  const staked = {
    label: t`Stake`,
    value: <Plural value={stake} one="# unit" other="# units" />,
  };
  const expiry = {
    label: t`Expiry Date`,
    value: <time dateTime={expiryTime}>{capitalisedKickOffText(expiryTime)}</time>,
  };
  return stake > 0 ? [staked, expiry] : [expiry];
}

/** Rare actions on a ticket behind a button with three dots, which expands inside the card. */
export function MoreActions({ about, children }: { about: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`${t`More`}: ${about}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="control-border relative z-10 ms-auto inline-flex size-11 shrink-0 items-center justify-center rounded-sm bg-card hover:bg-sunk aria-expanded:bg-sunk"
      >
        <Icon name="dots" className="size-5" />
      </button>
      {open && (
        <div id={id} className="relative z-10 flex w-full flex-wrap items-center gap-2 pt-1">
          {children}
        </div>
      )}
    </>
  );
}
