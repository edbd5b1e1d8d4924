import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Tip } from '#contract/tips.ts';
import { CardHeading } from '../card.tsx';
import { momentText } from '../formats.ts';
import { Tag } from '../tag.tsx';
import { hasTipStarted, isInPlay } from './tip-progress.ts';
import { Perforation } from './leg-bar.tsx';
import { LegRow } from './leg.tsx';
import { legStateText } from './outcome.tsx';
import { findRowResultSoFar } from './result-so-far.ts';
import { LabelledFigures, type LabelledFigure } from './labelled-figures.tsx';
import { tipName } from './tip-name.ts';
import { InPlayBar, TipCardFooter } from './tip-card-footer.tsx';
import { type TipAuthor, TipCardHeader } from './tip-card-header.tsx';

type TipCardProps = {
  tip: Tip & { author?: TipAuthor | undefined };
  /** The current time by the server's clock; without it no time is shown and nothing is in play. */
  now?: Date | undefined;
  /** Replaces the tipster by the number of games and the day, for a list of one person's tips. */
  title?: ReactNode;
  /** At the end of the header: Follow, or the tip's state. */
  tag?: ReactNode;
  /** Replaces the odds in the footer. */
  figures?: readonly LabelledFigure[];
  /** Buttons in the footer: Copy, Share, Book. */
  actions?: ReactNode;
  /** True while the withdrawal is not acknowledged: the card is faded. */
  withdrawing?: boolean;
  /** Called for a tap on the legs; opens the whole tip. */
  onOpen?: (() => void) | undefined;
  /** True if a tap on the legs opens the tip's own page. */
  linked?: boolean;
  /** True if each decided leg shows its reason. */
  reasons?: boolean;
  /** Content between the legs and the footer, such as the analysis or a problem. */
  children?: ReactNode;
};

/** A tip drawn as a betting slip, with a perforation above its footer. */
export function TipCard(props: TipCardProps) {
  const { tip, now, title, tag, figures, actions } = props;
  const { onOpen, linked = false, withdrawing, reasons, children } = props;
  const started = hasTipStarted(tip, now);
  const inPlay = isInPlay(tip, now);
  return (
    <article className="card-border @container rounded-md bg-card">
      {title === undefined ? (
        <TipCardHeader tip={tip} author={tip.author} aside={tag} />
      ) : (
        <header className="flex flex-wrap items-center justify-between gap-2 px-3 pt-2.5 pb-1">
          <CardHeading>{title}</CardHeading>
          {tag}
        </header>
      )}
      <div className="relative">
        <ul className="px-3">
          {tip.options.map((leg) => (
            <LegRow
              key={leg.fixtureId}
              leg={leg}
              now={now}
              started={started}
              resultSoFar={findRowResultSoFar(leg, inPlay)}
              withdrawing={withdrawing === true}
              reasons={reasons === true}
            />
          ))}
        </ul>
        {onOpen && <LegsButton name={tipName(tip)} onOpen={onOpen} />}
        {linked && <LegsLink id={tip.id} name={tipName(tip)} />}
      </div>
      {children !== undefined && <div className="border-t border-line px-3 py-2.5">{children}</div>}
      {inPlay && <InPlayBar tip={tip} />}
      <Perforation remaining={started ? undefined : remainingShare(tip, now)} />
      {figures === undefined ? (
        <TipCardFooter tip={tip} now={now} inPlay={inPlay} actions={actions} />
      ) : (
        <>
          <LabelledFigures figures={figures} />
          {actions !== undefined && <div className="flex flex-wrap gap-2 px-3 pb-3">{actions}</div>}
        </>
      )}
    </article>
  );
}

/** The legs as a button that opens the tip, if the footer has no space for another button. */
function LegsButton({ name, onOpen }: { name: string; onOpen: () => void }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t`Details: ${name}`}
      onClick={onOpen}
      className={legsAreaClasses}
    />
  );
}

/** The legs as a link to the tip's public page. */
function LegsLink({ id, name }: { id: string; name: string }) {
  const { t } = useLingui();
  return (
    <Link
      to="/tip/$id"
      params={{ id }}
      aria-label={t`Details: ${name}`}
      className={legsAreaClasses}
    />
  );
}

const legsAreaClasses = 'absolute inset-x-1 inset-y-0 rounded-sm hover:bg-ink/4';

/** The remaining share (0 to 1) of the time from the post to the first kick-off. */
function remainingShare(
  { creationTime, expiryTime }: Tip,
  now: Date | undefined,
): number | undefined {
  if (now === undefined) return undefined;
  const whole = Date.parse(expiryTime) - Date.parse(creationTime);
  return whole > 0 ? (Date.parse(expiryTime) - now.getTime()) / whole : undefined;
}

/** "3 games · 21 Nov 2026", with the day of the post. */
export function TipTitle({ tip }: { tip: Tip }) {
  return (
    <>
      <Plural value={tip.options.length} one="# game" other="# games" />
      {' · '}
      <time dateTime={tip.creationTime}>{momentText(tip.creationTime, 'date')}</time>
    </>
  );
}

/** A tag with the outcome of a tip, or "open". */
export function TipTag({ tip }: { tip: Pick<Tip, 'outcome'> }) {
  const { outcome } = tip;
  return (
    <Tag tone={outcome === 'open' ? 'waiting' : outcome}>
      {outcome === 'open' ? <Trans>Open</Trans> : legStateText(outcome)}
    </Tag>
  );
}
