import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useProfile } from '#client/data/member-row-queries.ts';
import { useFollowControls, useTipster } from '#client/data/tipsters.ts';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import { useRefresh } from '#client/data/device/refresh.ts';
import { ExternalLinkButton, LinkButton } from '#client/ui/button.tsx';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { FollowButton } from '#client/ui/member/follow-button.tsx';
import { countryName, momentText } from '#client/ui/formats.ts';
import { EmptyState, Skeleton, StoredContent } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { fullName, Stars } from '#client/ui/member/tipster.tsx';
import { isId } from '#contract/id.ts';
import type { Tipster } from '#contract/members.ts';
import type { ProfileSearch } from '#contract/site/pages.ts';
import type { TipsterRow } from '#sync/storage/public-store.ts';
import { PublicName } from './public-name.tsx';
import { PushBell } from './push-bell.tsx';
import { RecordPanel } from './record-panel.tsx';
import { TipsterTips } from './tipster-tips.tsx';

type TipsterPageProps = {
  id: string;
  search?: ProfileSearch;
};

const noSearch: ProfileSearch = {};

/** The page of a tipster with the record and the tips. */
export function TipsterPage({ id, search = noSearch }: TipsterPageProps) {
  const tipster = useTipster(id);
  const refresh = useRefresh({ what: 'tipster', id });
  const isMissing = tipster === null && refresh.state !== 'waiting';
  return (
    <Page
      title={tipster ? fullName(tipster) : t`Tipster`}
      headingHidden={!isMissing}
      wide={!isMissing}
    >
      <StoredContent
        value={tipster}
        refresh={refresh}
        loading={<ProfileSkeleton />}
        failed={tipster === null && isId(id) && t`This profile could not be fetched.`}
        none={
          <EmptyState action={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>}>
            {t`There is no such tipster.`}
          </EmptyState>
        }
      >
        {(tipster) => <ProfileContent tipster={tipster} search={search} />}
      </StoredContent>
    </Page>
  );
}

function ProfileContent({ tipster, search }: { tipster: TipsterRow; search: ProfileSearch }) {
  return (
    <>
      <ProfileHeader tipster={tipster} />
      <OwnPublicName tipsterId={tipster.id} />
      <div className="lg:grid lg:grid-cols-2 lg:gap-8">
        <div className="min-w-0">
          <RecordPanel tipster={tipster} month={search.month} check={search.check} />
        </div>
        <TipsterTips tipster={tipster} search={search} />
      </div>
    </>
  );
}

/** The public name on the member's own page, because the header shows the saved name. */
function OwnPublicName({ tipsterId }: { tipsterId: string }) {
  const profile = useProfile();
  if (profile?.id !== tipsterId || profile.publicName === undefined) return undefined;
  return (
    <div className="mt-3">
      <PublicName name={profile.publicName} />
    </div>
  );
}

/** Name, country and links to follow or contact the tipster, on a pitch-like background. */
function ProfileHeader({ tipster }: { tipster: Tipster }) {
  const { id, phoneNumber } = tipster;
  const following = useFollowControls(id);
  const chat = toWhatsAppUrl(phoneNumber);
  return (
    <div className="pitch -mx-4 -mt-4 px-4 pt-4 pb-3.5 md:mx-0 md:mt-0 md:rounded-md md:px-6">
      <TipsterIdentity tipster={tipster} />
      <div className="mt-3 flex flex-wrap gap-2 text-ink">
        <FollowButton {...following} name={fullName(tipster)} />
        {following.following && following.pendingState === undefined && (
          <PushBell tipsterId={id} name={fullName(tipster)} />
        )}
        {chat !== undefined && (
          <ExternalLinkButton
            href={chat}
            className="min-w-0 border-on-pitch/60! bg-transparent! text-on-pitch!"
          >
            WhatsApp
          </ExternalLinkButton>
        )}
      </div>
    </div>
  );
}

function TipsterIdentity({ tipster }: { tipster: Tipster }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <span className="rounded-full outline-2 outline-on-pitch/70">
        <Avatar name={fullName(tipster)} picture={tipster.picture} size={76} />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        {/* The name is hidden, because screen readers read the page's own heading. */}
        <p aria-hidden="true" className="font-narrow text-title font-bold wrap-break-word">
          <bdi>{fullName(tipster)}</bdi>
        </p>
        <OriginAndJoinMonth tipster={tipster} />
        {tipster.phoneNumber !== undefined && (
          <p className="text-sm">
            {t`Phone`} <bdi className="figure">{tipster.phoneNumber}</bdi>
          </p>
        )}
        <ProfileFigures tipster={tipster} />
      </div>
    </div>
  );
}

/** Stars, followers and the number of settled tips, if known. */
function ProfileFigures({ tipster: { record, followers } }: { tipster: Tipster }) {
  const recorded = useBackendHasRecords();
  if (!recorded) return undefined;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm [&_.text-dim]:text-on-pitch">
      <Stars stars={record.stars} settled={record.settled} />
      {followers > 0 && (
        <span className="figure">
          <Plural value={followers} one="# follower" other="# followers" />
        </span>
      )}
    </p>
  );
}

function OriginAndJoinMonth({
  tipster: { address, state, country, createdAt },
}: {
  tipster: Tipster;
}) {
  const origin = [address, state, countryName(country)].filter(Boolean).join(', ');
  // Some backends send no date.
  const joined = Date.parse(createdAt) > 0 && momentText(createdAt, 'month');
  return (
    <p className="text-sm">
      {origin !== '' && <bdi>{origin}</bdi>}
      {origin !== '' && joined && ' · '}
      {joined && t`since ${joined}`}
    </p>
  );
}

/** The WhatsApp URL of a phone number in international form; undefined for other numbers. */
export function toWhatsAppUrl(phoneNumber: string | undefined): string | undefined {
  if (phoneNumber === undefined || !phoneNumber.trim().startsWith('+')) return undefined;
  const digits = phoneNumber.replace(/\D/g, '');
  return digits === '' ? undefined : `https://wa.me/${digits}`;
}

/** The placeholder of a profile: header, buttons and figures. */
function ProfileSkeleton() {
  return (
    <div role="status" className="min-h-dvh">
      <div className="pitch -mx-4 -mt-4 px-4 pt-4 pb-3.5 md:mx-0 md:mt-0 md:rounded-md md:px-6">
        <div className="flex min-h-19 items-center gap-3.5">
          <Skeleton className="size-19 rounded-full opacity-30" />
          <p className="text-sm">{t`Fetching User Profile`}</p>
        </div>
        <div aria-hidden="true" className="mt-3 h-11" />
      </div>
      <div aria-hidden="true">
        <Skeleton className="mt-2 h-12.5 rounded-sm" />
        <Skeleton className="-mx-2 mt-2 h-34 rounded-md" />
      </div>
    </div>
  );
}
