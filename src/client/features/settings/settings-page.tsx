import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useInstall } from '#client/data/device/install.ts';
import { useCapability } from '#client/data/device/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { LinkButton, Button } from '#client/ui/button.tsx';
import { Page } from '#client/ui/page.tsx';
import { DeleteAccount, OwnDataFiles } from './own-data.tsx';
import { LanguageChoice, ThemeChoice } from './language-and-theme.tsx';
import { NotificationChoice } from './notification-choice.tsx';
import { PhoneChoice } from './phone-choice.tsx';
import { Setting } from './setting.tsx';
import { StorageFacts } from './storage-facts.tsx';
import { TimeOut } from './time-out.tsx';

/** What a person sets for this device, and for their account where they have one. */
export function SettingsPage() {
  const { t } = useLingui();
  const member = useSession() !== undefined;
  const account = useCapability('accountSettings') !== false && member;
  const settings: { title: string; shown?: boolean; content: ReactNode }[] = [
    { title: t`Language`, content: <LanguageChoice /> },
    { title: t`Theme`, content: <ThemeChoice /> },
    { title: t`Your phone number`, shown: account, content: <PhoneChoice /> },
    { title: t`Security`, shown: account, content: <SecurityHint /> },
    { title: t`Notifications`, shown: member, content: <NotificationChoice /> },
    { title: t`Take a break`, shown: member, content: <TimeOut /> },
    { title: t`On this phone`, content: <StorageFacts member={member} /> },
    { title: t`Your own data`, shown: account, content: <OwnDataFiles /> },
    { title: t`Delete your account`, shown: account, content: <DeleteAccount /> },
    { title: t`The app`, content: <AppFacts /> },
  ];
  return (
    <Page title={t`Settings`} wide>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:items-start">
        {settings.map(
          ({ title, shown = true, content }) =>
            shown && (
              <Setting key={title} title={title}>
                {content}
              </Setting>
            ),
        )}
        {!member && <LoginHint />}
      </div>
    </Page>
  );
}

function SecurityHint() {
  const { t } = useLingui();
  return (
    <>
      <p>{t`Password, email, authenticator app, passkeys and devices.`}</p>
      <p>
        <LinkButton to="/settings/security">{t`Open security`}</LinkButton>
      </p>
    </>
  );
}

function LoginHint() {
  const { t } = useLingui();
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-dim">
      {t`Log in for the settings of your account.`}
      <LinkButton to="/account/login" search={{ returnUrl: '/settings' }}>
        {t`Login`}
      </LinkButton>
    </p>
  );
}

const built: unknown = import.meta.env.APP_VERSION;

/** Which version of the app this build is. */
const version = typeof built === 'string' ? built : '';

/** Which build this is, and whether it is on the home screen. */
export function AppFacts() {
  return (
    <>
      <p>
        <Trans>
          Touchline <span className="figure font-bold">{version}</span>
        </Trans>
      </p>
      <HomeScreen />
    </>
  );
}

function HomeScreen() {
  const { t } = useLingui();
  const { way, install } = useInstall();
  switch (way) {
    case 'installed':
      return <p>{t`It is on your home screen.`}</p>;
    case 'by-hand':
      return (
        <p>
          <Trans>Tap Share, then Add to Home Screen. What you save is kept longer there.</Trans>
        </p>
      );
    case 'prompt':
      return (
        <p>
          <Button onClick={() => void install()}>{t`Put it on the home screen`}</Button>
        </p>
      );
    default:
      return undefined;
  }
}
