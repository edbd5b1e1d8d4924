import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../../data/use-profile.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { useSession } from '../../session/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProfileForm } from './profile-form.tsx';

const tab =
  'inline-flex min-h-11 items-center border-b-[3px] border-transparent px-2 font-bold text-dim aria-[current=page]:border-flag aria-[current=page]:text-ink';

/** One's own profile. It opens from the device, and saves without a line too. */
export function EditProfilePage() {
  const { t } = useLingui();
  const session = useSession();
  const profile = useProfile();
  const { state } = useRefresh('own');

  return (
    <Page title={t`Update your profile`}>
      <nav
        aria-label={t`Profile`}
        className="mb-4 flex flex-wrap gap-x-2 border-b-[1.5px] border-line"
      >
        <Link to="/tipster/edit-profile" className={tab}>
          <Trans>Settings</Trans>
        </Link>
        {session && (
          <Link to="/tipster/profile/$id" params={{ id: session.memberId }} className={tab}>
            <Trans>Overview</Trans>
          </Link>
        )}
      </nav>
      {profile === undefined || (profile === null && state === 'waiting') ? (
        <Loading shape="line" rows={6} label={<Trans>Fetching User Profile</Trans>} />
      ) : (
        <Card className="p-4">
          {session && <ProfileForm profile={profile ?? undefined} session={session} />}
        </Card>
      )}
    </Page>
  );
}
