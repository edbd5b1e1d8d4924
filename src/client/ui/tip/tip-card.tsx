import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Tip } from '#contract/tips.ts';
import { countsOf } from '#domain/tip.ts';
import { Tag } from '../tag.tsx';
import { CardHeading } from '../card.tsx';
import { classes } from '../classes.ts';
import { countText, dayAndTime, mediumDate, oddsText, rateText } from '../formats.ts';
import { TipsterLink } from '../tipster.tsx';
import { LegRow, resultWord } from './leg.tsx';

/** What the stub carries: a word and its figure. */
export type StubFigure = { label: ReactNode; value: ReactNode };

type TipCardProps = {
  tip: Tip;
  /** Left of the heading's line; the number of games and the day by default. */
  title?: ReactNode;
  /** Right of it, such as Pending, Treated or Saved on this phone. */
  tag?: ReactNode;
  figures?: readonly StubFigure[];
  /** Two figures to a line, where their words are long. */
  inPairs?: boolean;
  /** What can be done with the tip, under the stub. */
  acts?: ReactNode;
  /** Between the legs and the stub: analysis, a problem's reason. */
  children?: ReactNode;
};

/** A tip as what it is: a betting slip with a perforated stub that carries its figures. */
export function TipCard({
  tip,
  title,
  tag,
  figures,
  inPairs = false,
  acts,
  children,
}: TipCardProps) {
  const usual = useStubFigures(tip);
  return (
    <article className="chalk rounded-md bg-card">
      <header className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <CardHeading>{title ?? <TipTitle tip={tip} />}</CardHeading>
        {tag ?? <TipTag tip={tip} />}
      </header>
      <ul>
        {tip.options.map((leg) => (
          <LegRow key={leg.fixtureId} leg={leg} />
        ))}
      </ul>
      {children !== undefined && (
        <div className="border-t-[1.5px] border-line px-4 py-3">{children}</div>
      )}
      <Stub figures={figures ?? usual} inPairs={inPairs} />
      {acts !== undefined && <div className="flex flex-wrap gap-2 px-4 pb-4">{acts}</div>}
    </article>
  );
}

/** "3 games · 21 Nov 2026", by the day the tip was made. */
function TipTitle({ tip }: { tip: Tip }) {
  return (
    <>
      <Plural value={tip.options.length} one="# game" other="# games" />
      {' · '}
      <time dateTime={tip.creationTime}>{mediumDate(tip.creationTime)}</time>
    </>
  );
}

/** Whose tip it is, and since when: the title where tips of many stand together. */
export function PostedBy({ tip, link }: { tip: Tip; link: string }) {
  return (
    <>
      <TipsterLink tip={tip} className={`-my-2.5 inline-block py-3 wrap-anywhere ${link}`} />
      <time dateTime={tip.creationTime} className="block font-sans text-xs font-normal text-dim">
        {dayAndTime(tip.creationTime)}
      </time>
    </>
  );
}

/** Won, lost, void, or what it still waits for. */
export function TipTag({ tip }: { tip: Pick<Tip, 'outcome'> }) {
  const { outcome } = tip;
  return (
    <Tag tone={outcome === 'open' ? 'waiting' : outcome}>
      {outcome === 'open' ? <Trans>Open</Trans> : resultWord(outcome)}
    </Tag>
  );
}

type StubProps = { figures: readonly StubFigure[]; inPairs?: boolean };

/** The torn-off end of a slip: figures under their words. */
export function Stub({ figures, inPairs = false }: StubProps) {
  const order = inPairs ? 'grid grid-cols-2' : 'flex flex-wrap justify-between';
  return (
    <dl className={classes('perforated gap-x-4 gap-y-2 px-4 pt-3 pb-3', order)}>
      {figures.map(({ label, value }, index) => (
        <div key={index} className="flex flex-col justify-between">
          <dt className="max-w-20 text-xs text-dim md:max-w-none">{label}</dt>
          <dd className="figure text-lg font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Odds, Won, Lost, Score: the stub's figures where a screen gives no others. */
export function useStubFigures(tip: Tip): StubFigure[] {
  const { t } = useLingui();
  return [
    {
      label: t`Odds`,
      value: tip.totalOdds > 0 ? oddsText(tip.totalOdds) : t`Not priced yet`,
    },
    { label: t`Won`, value: countText(tip.totalGamesWon) },
    { label: t`Lost`, value: countText(tip.totalGamesLost) },
    { label: t`Score`, value: rateText(countsOf(tip.options)) },
  ];
}
