import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Tip } from '#contract/tips.ts';
import { CardHeading } from '../card.tsx';
import { joinClasses, signColourClass } from '../classes.ts';
import { Avatar } from '../member/avatar.tsx';
import { countText, dayAndTimeText, percentText, yieldText } from '../formats.ts';
import { Ltr } from '../text.tsx';
import { TipsterLink, tipsterNameOf } from '../member/tipster.tsx';
import { RecentOutcomes, type SettledOutcome } from './outcome.tsx';

/** A tipster's picture and record on a tip card. Yield and hit rate are fractions: 0.5 is 50 %. */
export type TipAuthor = {
  picture: string | null;
  settled: number;
  yield?: number | undefined;
  hitRate?: number | undefined;
  form: readonly SettledOutcome[];
};

type TipCardHeaderProps = { tip: Tip; author: TipAuthor | undefined; aside: ReactNode };

/** The tipster with a summary of the record; if the record is unknown, the time of the post. */
export function TipCardHeader({ tip, author, aside }: TipCardHeaderProps) {
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 px-3 pt-2 pb-1.5">
      <span className="row-span-2 @max-[17.5rem]:row-span-1">
        <Avatar name={tipsterNameOf(tip)} picture={author?.picture} />
      </span>
      <CardHeading>
        <TipsterLink
          tip={tip}
          className="-my-3 inline-block py-3 font-narrow text-md hover:underline"
        />
      </CardHeading>
      <div className="-my-2.5 @max-[17.5rem]:order-last @max-[17.5rem]:col-span-full @max-[17.5rem]:-ms-1.5 @max-[17.5rem]:mt-0">
        {aside}
      </div>
      <div className="col-span-2 col-start-2 @max-[17.5rem]:col-span-full">
        {author && author.settled > 0 ? (
          <RecordLine {...author} />
        ) : (
          <time dateTime={tip.creationTime} className="text-sm text-dim">
            {dayAndTimeText(tip.creationTime)}
          </time>
        )}
      </div>
    </header>
  );
}

/** A record in one line: yield, hit rate with its count, and the last five outcomes. */
function RecordLine(props: Omit<TipAuthor, 'picture'>) {
  const { yield: earned, hitRate, settled, form } = props;
  const tickets = countText(settled);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-dim">
      {earned !== undefined && (
        <span>
          <Trans>
            <Ltr className={joinClasses('figure text-base font-bold', signColourClass(earned))}>
              {yieldText(earned)}
            </Ltr>{' '}
            yield
          </Trans>
        </span>
      )}
      {hitRate !== undefined && (
        <span>
          <Trans>
            <Ltr className="figure">{percentText(Math.round(hitRate * 100))}</Ltr> of {tickets}
          </Trans>
        </span>
      )}
      <RecentOutcomes form={form} />
    </p>
  );
}
