import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import { minSettledForStars } from '#domain/record.ts';
import { oneDecimalText } from '../formats.ts';

type NamedMember = Pick<Tipster, 'firstName' | 'lastName' | 'former'>;

/** A member's full name; a fixed text for a deleted account or a missing name. */
export function fullName({ firstName, lastName, former }: NamedMember): string {
  return former ? t`Former member` : `${firstName} ${lastName}`.trim() || t`Tipster`;
}

/** The name of a tip's tipster; a fixed text if the backend omits it. */
export function tipsterNameOf({ tipsterName, former }: Pick<Tip, 'tipsterName' | 'former'>) {
  return former ? t`Former member` : tipsterName.trim() || t`Tipster`;
}

/** A tip's tipster, as a link if the tipster's id is known. */
export function TipsterLink({ tip, className }: { tip: Tip; className: string }) {
  const name = tipsterNameOf(tip);
  if (tip.tipsterId === '') return <bdi className="wrap-anywhere">{name}</bdi>;
  return <ProfileLink id={tip.tipsterId} name={name} className={className} />;
}

type ProfileLinkProps = {
  id: string;
  name: string;
  /** The month of the figures beside the name, which the link includes. */
  month?: string | undefined;
  className: string;
};

/** A tipster's name as a link to the profile. */
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
  /** Shows a single star beside the number, for dense rows. */
  short?: boolean;
};

/** The stars of a record, or how many settled tips are missing for a rating. */
export function Stars({ stars, settled, short = false }: StarsProps) {
  const { t } = useLingui();
  if (stars === undefined) {
    return (
      <span className="text-sm text-dim">
        <Trans>
          new, {settled} of {minSettledForStars}
        </Trans>
      </span>
    );
  }
  const figure = oneDecimalText(stars);
  return (
    <span className="inline-flex flex-wrap items-center gap-1" title={t`${figure} of 5 stars`}>
      <span className="sr-only">{t`${figure} of 5 stars`}</span>
      <span aria-hidden="true" className="inline-flex">
        {short ? (
          <Star share={stars / 5} />
        ) : (
          [1, 2, 3, 4, 5].map((index) => (
            <Star key={index} share={Math.min(1, Math.max(0, stars - index + 1))} />
          ))
        )}
      </span>
      <span aria-hidden="true" className="figure text-sm font-bold">
        {figure}
      </span>
    </span>
  );
}

const starPath = 'm8 1.6 1.9 4 4.4.6-3.2 3 .8 4.4L8 11.5l-3.9 2.1.8-4.4-3.2-3 4.4-.6z';

/** One star, filled from its start; `share` is between 0 and 1. */
function Star({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 16 16" className="size-4 rtl:-scale-x-100">
      <path d={starPath} fill="none" stroke="currentColor" strokeWidth="1.2" />
      <svg viewBox={`0 0 ${16 * share} 16`} width={16 * share} height="16">
        <path d={starPath} fill="currentColor" />
      </svg>
    </svg>
  );
}
