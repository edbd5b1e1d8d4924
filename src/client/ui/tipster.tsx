import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import { settledForStars } from '#domain/record.ts';
import { tenthsText } from './formats.ts';

type Named = Pick<Tipster, 'firstName' | 'lastName' | 'former'>;

/** A member's full name; who has deleted their account has none, and it says so, or never gave any. */
export function fullName({ firstName, lastName, former }: Named): string {
  return former ? t`Former member` : `${firstName} ${lastName}`.trim() || t`Tipster`;
}

/** The name of whoever posted a tip; not every backend gives it. */
export function tipsterNameOf({ tipsterName, former }: Pick<Tip, 'tipsterName' | 'former'>) {
  return former ? t`Former member` : tipsterName.trim() || t`Tipster`;
}

/** Whoever posted a tip, as a link to their page where the backend says who that is. */
export function TipsterLink({ tip, className }: { tip: Tip; className: string }) {
  const name = tipsterNameOf(tip);
  if (tip.tipsterId === '') return <bdi className="wrap-anywhere">{name}</bdi>;
  return <ProfileLink id={tip.tipsterId} name={name} className={className} />;
}

type ProfileLinkProps = {
  id: string;
  name: string;
  /** The month whose figures stand beside the name. */
  month?: string | undefined;
  className: string;
};

/** A tipster's name, which leads to their page. */
export function ProfileLink({ id, name, month, className }: ProfileLinkProps) {
  return (
    <Link
      to="/tipster/profile/$id"
      params={{ id }}
      search={month === undefined ? {} : { month }}
      className={className}
    >
      <bdi className="wrap-anywhere">{name}</bdi>
    </Link>
  );
}

type StarsProps = {
  stars: number | undefined;
  settled: number;
  /** One star beside the figure, in a row that is dense. */
  short?: boolean;
};

/** The rating a record earned, or how much of it is still missing. */
export function Stars({ stars, settled, short = false }: StarsProps) {
  const { t } = useLingui();
  if (stars === undefined) {
    return (
      <span className="text-sm text-dim">
        <Trans>
          new, {settled} of {settledForStars}
        </Trans>
      </span>
    );
  }
  const figure = tenthsText(stars);
  return (
    <span className="inline-flex flex-wrap items-center gap-1" title={t`${figure} of 5 stars`}>
      <span className="sr-only">{t`${figure} of 5 stars`}</span>
      <span aria-hidden="true" className="inline-flex">
        {short ? (
          <Star share={stars / 5} />
        ) : (
          [1, 2, 3, 4, 5].map((place) => (
            <Star key={place} share={Math.min(1, Math.max(0, stars - place + 1))} />
          ))
        )}
      </span>
      <span aria-hidden="true" className="figure text-sm font-bold">
        {figure}
      </span>
    </span>
  );
}

const outline = 'm8 1.6 1.9 4 4.4.6-3.2 3 .8 4.4L8 11.5l-3.9 2.1.8-4.4-3.2-3 4.4-.6z';

/** One star, filled from its start as far as it was earned. */
function Star({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 16 16" className="size-4 rtl:-scale-x-100">
      <path d={outline} fill="none" stroke="currentColor" strokeWidth="1.2" />
      <svg viewBox={`0 0 ${16 * share} 16`} width={16 * share} height="16">
        <path d={outline} fill="currentColor" />
      </svg>
    </svg>
  );
}
