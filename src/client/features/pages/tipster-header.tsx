import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Tip } from '#contract/tips.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useFollowControls, useTipster } from '#client/data/tipsters.ts';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { FollowButton } from '#client/ui/member/follow-button.tsx';
import { countryName, countText, percentText, yieldText } from '#client/ui/formats.ts';
import { Ltr } from '#client/ui/text.tsx';
import { TipsterLink, tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { RecentOutcomes } from '#client/ui/tip/outcome.tsx';

type TipsterHeaderProps = {
  tip: Tip;
  /** True if the main action of the page is another button, so Follow is not highlighted. */
  quiet: boolean;
};

/** The tipster of a tip with the record, on a background that looks like a pitch. */
export function TipsterHeader({ tip, quiet }: TipsterHeaderProps) {
  const following = useFollowControls(tip.tipsterId);
  const name = tipsterNameOf(tip);
  const known = tip.tipsterId !== '' && !tip.former;
  return (
    <header className="pitch -mx-4 -mt-4 px-4 py-3.5 md:mx-0 md:mt-0 md:rounded-md">
      <div className="flex flex-wrap items-center gap-3.5">
        <Avatar name={name} picture={tip.author?.picture} size={64} />
        <div className="min-w-0 flex-1 basis-[8rem]">
          <h2 className="text-title">
            <TipsterLink tip={tip} className="-my-2 inline-block py-2 hover:underline" />
          </h2>
          <TipsterOrigin id={tip.tipsterId} />
        </div>
        {known && following.reader !== 'themselves' && (
          <div className="text-ink">
            <FollowButton {...following} small={quiet} name={name} />
          </div>
        )}
      </div>
      <AuthorRecord tip={tip} />
    </header>
  );
}

/** The tipster's country and number of followers, if known on this device. */
function TipsterOrigin({ id }: { id: string }) {
  const tipster = useTipster(id);
  if (!tipster) return undefined;
  const country = countryName(tipster.country);
  return (
    <p className="text-sm">
      {country !== '' && <bdi>{country}</bdi>}
      {country !== '' && tipster.followers > 0 && ' · '}
      {tipster.followers > 0 && (
        <Plural value={tipster.followers} one="# follower" other="# followers" />
      )}
    </p>
  );
}

/** The tipster's yield and hit rate with their sample sizes, and the last five outcomes. */
function AuthorRecord({ tip: { author, tipsterId } }: { tip: Tip }) {
  const whole = useStoredDocument(collections.record, tipsterId)?.value.windows.all;
  if (!author || author.settled === 0) return undefined;
  const tickets = countText(author.settled);
  const priced = author.priced ?? author.settled;
  const { low, high } = whole ?? {};
  const range =
    low !== undefined &&
    high !== undefined &&
    `${countText(Math.round(low * 100))}–${percentText(Math.round(high * 100))}`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4.5 gap-y-2">
      {author.yield !== undefined && (
        <Figure
          value={yieldText(author.yield)}
          basis={plural(priced, {
            one: 'yield of # priced ticket',
            other: 'yield of # priced tickets',
          })}
        />
      )}
      {author.hitRate !== undefined && (
        <Figure
          value={percentText(Math.round(author.hitRate * 100))}
          basis={
            range ? (
              <Trans>
                won, <Ltr>{range}</Ltr> likely
              </Trans>
            ) : (
              t`of ${tickets} won`
            )
          }
        />
      )}
      <span className="ms-auto">
        <RecentOutcomes form={author.form} large />
      </span>
    </div>
  );
}

function Figure({ value, basis }: { value: string; basis: ReactNode }) {
  return (
    <p>
      <Ltr className="figure block text-[1.75rem] leading-none font-bold">{value}</Ltr>
      <span className="text-xs">{basis}</span>
    </p>
  );
}
