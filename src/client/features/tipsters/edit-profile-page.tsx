import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useProfile } from '#client/data/member-row-queries.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useSession } from '#client/session/session.ts';
import { momentText } from '#client/ui/formats.ts';
import { Card } from '#client/ui/card.tsx';
import { FetchFailedNotice, Loading, Notice } from '#client/ui/notice.tsx';
import { Page, TabLink, Tabs } from '#client/ui/page.tsx';
import type { Profile } from '#contract/members.ts';
import { ProfileForm } from './profile-form.tsx';
import { PublicName } from './public-name.tsx';

/** The page of the member's own profile. It works offline, and saves offline, too. */
export function EditProfilePage() {
  const session = useSession();
  const profile = useProfile();
  const { state, retry } = useRefresh('own');
  // A rendered form stays even if a fetch follows, because it may contain typed text.
  const [isRendered, setIsRendered] = useState(false);
  const isReady = profile !== undefined && (profile !== null || state !== 'waiting');
  if (isReady && !isRendered) setIsRendered(true);

  return (
    <Page title={t`Update your profile`}>
      <Tabs label={t`Profile`}>
        <TabLink to="/tipster/edit-profile">{t`Settings`}</TabLink>
        {session && (
          <TabLink to="/tipster/profile/$id" params={{ id: session.memberId }}>
            {t`Overview`}
          </TabLink>
        )}
      </Tabs>
      {!isRendered ? (
        <Loading shape="line" rows={6} label={t`Fetching User Profile`} />
      ) : (
        <div className="grid gap-4">
          {profile === null && state === 'failed' && (
            <FetchFailedNotice
              onRetry={retry}
              offline={t`Your profile is not on this phone yet. What you save here takes its place.`}
            >
              {t`Your profile could not be fetched. What you save here takes its place.`}
            </FetchFailedNotice>
          )}
          {profile?.publicName !== undefined && <PublicName name={profile.publicName} />}
          {profile && <UnlistedNote profile={profile} />}
          <Card className="p-4">
            {session && <ProfileForm profile={profile ?? undefined} session={session} />}
          </Card>
        </div>
      )}
    </Page>
  );
}

/** Says when a member who left the list of tipsters can return. */
function UnlistedNote({ profile }: { profile: Profile }) {
  const { unlistedUntil: until, isTipster } = profile;
  const now = useServerNow(60_000);
  if (until === undefined || new Date(until) <= now) return undefined;
  const day = momentText(until, 'date');
  return (
    <Notice title={t`You left the list of tipsters`}>
      {isTipster
        ? t`You are in it again from ${day}. Your tips and your record can still be read.`
        : t`You can be in it again from ${day}. Your tips and your record can still be read.`}
    </Notice>
  );
}
