import { Trans, useLingui } from '@lingui/react/macro';
import { useBackend } from '#client/data/use-sync.ts';
import { useSession } from '#client/session/use-session.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Page } from '#client/ui/page.tsx';
import { AppFacts } from './app-facts.tsx';
import { TimeOut } from './time-out.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { NotificationChoice } from './notification-choice.tsx';
import { OwnDataFiles } from './own-data-files.tsx';
import { PhoneChoice } from './phone-choice.tsx';
import { Setting } from './setting.tsx';
import { StorageFacts } from './storage-facts.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** What a person sets for this device, and for their account where they have one. */
export function SettingsPage() {
  const { t } = useLingui();
  const member = useSession() !== undefined;
  // A backend that knows the spec alone has none of what is an account's own here.
  const known = useBackend() !== 'foreign';
  return (
    <Page title={t`Settings`} wide>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:items-start">
        <Setting title={<Trans>Language</Trans>}>
          <LanguageChoice />
        </Setting>
        <Setting title={<Trans>Theme</Trans>}>
          <ThemeChoice />
        </Setting>
        {member && known && (
          <Setting title={<Trans>Your phone number</Trans>}>
            <PhoneChoice />
          </Setting>
        )}
        {member && (
          <>
            <Setting title={<Trans>Notifications</Trans>}>
              <NotificationChoice />
            </Setting>
            <Setting title={<Trans>Take a break</Trans>}>
              <TimeOut />
            </Setting>
          </>
        )}
        <Setting title={<Trans>On this phone</Trans>}>
          <StorageFacts member={member} />
        </Setting>
        {member && known && (
          <>
            <Setting title={<Trans>Your own data</Trans>}>
              <OwnDataFiles />
            </Setting>
            <Setting title={<Trans>Delete your account</Trans>}>
              <DeleteAccount />
            </Setting>
          </>
        )}
        <Setting title={<Trans>The app</Trans>}>
          <AppFacts />
        </Setting>
        {!member && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-dim">
            <Trans>Log in for the settings of your account.</Trans>
            <LinkButton to="/account/login" search={{ returnUrl: '/settings' }}>
              <Trans>Login</Trans>
            </LinkButton>
          </p>
        )}
      </div>
    </Page>
  );
}
