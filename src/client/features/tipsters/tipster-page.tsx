import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useState } from 'react';
import { useCopy } from '#client/data/outbox/actions.ts';
import { useFollowing, useTipster } from '#client/data/tipsters.ts';
import { useHasRecords } from '#client/data/records.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { AwayButton, Button, LinkButton } from '#client/ui/button.tsx';
import { Face } from '#client/ui/face.tsx';
import { FollowButton } from '#client/ui/follow-button.tsx';
import { countryName, monthText } from '#client/ui/formats.ts';
import { Empty, Skeleton, Stored } from '#client/ui/notice.tsx';
import { Page, Section } from '#client/ui/page.tsx';
import { OpenedTip } from '#client/ui/tip/opened-tip.tsx';
import { TipCard, TipTag, TipTitle } from '#client/ui/tip/tip-card.tsx';
import { fullName, Stars } from '#client/ui/tipster.tsx';
import { isId } from '#contract/id.ts';
import type { Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import { RecordPanel } from './record-panel.tsx';

/** A tipster with what their tips say. */
export function TipsterPage({ id }: { id: string }) {
  const tipster = useTipster(id);
  const refresh = useRefresh({ what: 'tipster', id });
  const isMissing = tipster === null && refresh.state !== 'waiting';
  return (
    <Page
      title={tipster ? fullName(tipster) : t`Tipster`}
      headingHidden={!isMissing}
      wide={!isMissing}
    >
      <Stored
        value={tipster}
        refresh={refresh}
        loading={<ProfileSkeleton />}
        failed={tipster === null && isId(id) && t`This profile could not be fetched.`}
        none={
          <Empty act={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>}>
            {t`There is no such tipster.`}
          </Empty>
        }
      >
        {(tipster) => <Profile tipster={tipster} />}
      </Stored>
    </Page>
  );
}

function Profile({ tipster }: { tipster: Tipster }) {
  return (
    <>
      <TipsterHead tipster={tipster} />
      <div className="lg:grid lg:grid-cols-2 lg:gap-8">
        <div className="min-w-0">
          <RecordPanel tipster={tipster} />
        </div>
        <RecentTips tipster={tipster} />
      </div>
    </>
  );
}

function RecentTips({ tipster }: { tipster: Tipster }) {
  const [open, setOpen] = useState<Tip>();
  const copy = useCopy(open);
  const now = useServerNow(30_000);
  return (
    <Section title={t`Recent Tickets`}>
      {tipster.tips.length === 0 ? (
        <Empty>{t`No recent Tips`}</Empty>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {tipster.tips.map((tip) => (
            <li key={tip.id}>
              <TipCard
                tip={tip}
                now={now}
                title={<TipTitle tip={tip} />}
                tag={<TipTag tip={tip} />}
                acts={<Button onClick={() => setOpen(tip)}>{t`Details`}</Button>}
              />
            </li>
          ))}
        </ul>
      )}
      <OpenedTip tip={open} onClose={() => setOpen(undefined)} onCopy={copy} />
    </Section>
  );
}

/** Who they are, since when, and how to follow or reach them. */
function TipsterHead({ tipster }: { tipster: Tipster }) {
  const { id, phoneNumber } = tipster;
  const following = useFollowing(id);
  const chat = whatsAppAddress(phoneNumber);
  return (
    <>
      <Who tipster={tipster} />
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
          {t`Phone`} <bdi className="figure text-ink">{phoneNumber}</bdi>
        </p>
      )}
    </>
  );
}

function Who({ tipster }: { tipster: Tipster }) {
  const { record, followers } = tipster;
  const recorded = useHasRecords();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Face name={fullName(tipster)} picture={tipster.picture} size={76} />
      <div className="min-w-0 flex-1 basis-40">
        {/* The page's own heading says the name to screen readers. */}
        <p aria-hidden="true" className="font-narrow text-xl font-bold wrap-anywhere">
          <bdi>{fullName(tipster)}</bdi>
        </p>
        <PlaceAndDay tipster={tipster} />
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
  );
}

function PlaceAndDay({ tipster: { address, state, country, createdAt } }: { tipster: Tipster }) {
  const place = [address, state, countryName(country)].filter(Boolean).join(', ');
  // Not every backend says since when.
  const joined = Date.parse(createdAt) > 0 && monthText(createdAt);
  return (
    <p className="text-sm text-dim">
      {place !== '' && <bdi>{place}</bdi>}
      {place !== '' && joined && ' · '}
      {joined && t`since ${joined}`}
    </p>
  );
}

/** A WhatsApp address for a phone number in international form; any other has none. */
export function whatsAppAddress(phoneNumber: string | undefined): string | undefined {
  if (phoneNumber === undefined || !phoneNumber.trim().startsWith('+')) return undefined;
  const digits = phoneNumber.replace(/\D/g, '');
  return digits === '' ? undefined : `https://wa.me/${digits}`;
}

/** The shape of a profile while it is on its way: the head, its buttons, the figures. */
function ProfileSkeleton() {
  return (
    <div role="status" className="min-h-dvh">
      <div className="flex items-center gap-4">
        <Skeleton className="size-18 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-7 max-w-60 rounded-sm" />
          <p className="text-sm text-dim">{t`Fetching User Profile`}</p>
        </div>
      </div>
      <div aria-hidden="true">
        <Skeleton className="mt-4 h-11 rounded-sm" />
        <Skeleton className="mt-18 h-50 rounded-md" />
      </div>
    </div>
  );
}
