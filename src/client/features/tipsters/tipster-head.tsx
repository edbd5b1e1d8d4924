import { Plural, Trans } from '@lingui/react/macro';
import type { Tipster } from '#contract/members.ts';
import { useFollowing } from '#client/data/use-following.ts';
import { useHasRecords } from '#client/data/use-record.ts';
import { AwayButton } from '#client/ui/button.tsx';
import { FollowButton } from '#client/ui/follow-button.tsx';
import { countryName, monthText } from '#client/ui/formats.ts';
import { fullName, Picture, Stars } from '#client/ui/tipster.tsx';
import { whatsAppAddress } from './whatsapp.ts';

/** Who they are, since when, and how to follow or reach them. */
export function TipsterHead({ tipster }: { tipster: Tipster }) {
  const { id, firstName, lastName, picture, phoneNumber, record, createdAt, followers } = tipster;
  const following = useFollowing(id);
  const place = [tipster.address, tipster.state, countryName(tipster.country)]
    .filter((part) => part !== '')
    .join(', ');
  // A foreign backend may not say since when.
  const joined = Date.parse(createdAt) > 0 && monthText(createdAt);
  const recorded = useHasRecords();
  const chat = whatsAppAddress(phoneNumber);
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <Picture name={{ firstName, lastName }} picture={picture} size="large" />
        <div className="min-w-0 flex-1 basis-40">
          {/* The page's own heading says the name to screen readers. */}
          <p aria-hidden="true" className="font-narrow text-xl font-bold wrap-anywhere">
            <bdi>{fullName(tipster)}</bdi>
          </p>
          <p className="text-sm text-dim">
            {place !== '' && <bdi>{place}</bdi>}
            {place !== '' && joined && ' · '}
            {joined && <Trans>since {joined}</Trans>}
          </p>
          {recorded && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm">
              <Stars stars={record.stars} settled={record.settled} />
              <span className="figure font-bold">
                <Plural value={followers} one="# follower" other="# followers" />
              </span>
            </p>
          )}
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <FollowButton
          {...following}
          name={fullName(tipster)}
          returnUrl={`/tipster/profile/${id}`}
        />
        {chat !== undefined && (
          <AwayButton href={chat} className="min-w-0 flex-1 basis-60 flex-wrap md:max-w-80">
            WhatsApp <bdi className="figure whitespace-nowrap">{phoneNumber}</bdi>
          </AwayButton>
        )}
      </div>
      {phoneNumber !== undefined && chat === undefined && (
        <p className="mt-2 text-sm text-dim">
          <Trans>Phone</Trans> <bdi className="figure text-ink">{phoneNumber}</bdi>
        </p>
      )}
    </>
  );
}
