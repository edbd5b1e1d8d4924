import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import { recentTipLimit } from '#contract/limits.ts';
import { useHasRecords } from '#client/data/use-record.ts';
import { Ball } from './ball.tsx';
import { fullName, Picture, Stars } from '#client/ui/tipster.tsx';

type TipsterLineProps = { tipster: Tipster; onOpen: (tip: Tip) => void };

export function TipsterLine({ tipster, onOpen }: TipsterLineProps) {
  const { i18n } = useLingui();
  const { id, firstName, lastName, picture, record, tips } = tipster;
  const recorded = useHasRecords();
  const recent = tips.slice(0, recentTipLimit);
  // Out of ten, as the label has always had it: twice the stars.
  const rating =
    record.stars === undefined
      ? undefined
      : i18n.number(record.stars * 2, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <Picture name={{ firstName, lastName }} picture={picture} />
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="text-base">
            <Link
              to="/tipster/profile/$id"
              params={{ id }}
              className="-my-2.5 inline-block py-3 wrap-anywhere hover:underline"
            >
              <bdi>{fullName(tipster)}</bdi>
            </Link>
          </h3>
          {recorded && (
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-dim">
              <Stars stars={record.stars} settled={record.settled} />
              {rating !== undefined && (
                <span className="figure">
                  <Trans>Average Rating : {rating}</Trans>
                </span>
              )}
            </p>
          )}
        </div>
      </div>
      {recent.length === 0 ? (
        <p className="mt-2 text-sm text-dim">
          <Trans>No recent Tips</Trans>
        </p>
      ) : (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2">
          <h4 className="text-xs text-dim">
            <Plural value={recent.length} one="# Recent Ticket" other="# Recent Tickets" />
          </h4>
          <ul className="-me-1 flex flex-wrap">
            {recent.map((tip) => (
              <li key={tip.id}>
                <Ball tip={tip} onOpen={() => onOpen(tip)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}
