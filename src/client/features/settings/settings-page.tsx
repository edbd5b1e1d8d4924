import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useInstallSteps } from '#client/data/device/install-steps.ts';
import { useInstall } from '#client/data/device/install.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Page } from '#client/ui/page.tsx';
import { LanguageChoice, ThemeChoice } from './language-and-theme.tsx';
import { NotificationChoice } from './notification-choice.tsx';
import { AccountDeletion, OwnDataDownload } from './own-data.tsx';
import { ContactVisibility } from './contact-visibility.tsx';
import { PushChoice } from './push-choice.tsx';
import { SettingGroup, LinkRow, SettingRow } from './setting-rows.tsx';
import { StorageFacts } from './storage-facts.tsx';
import { TimeOutChoice } from './time-out-choice.tsx';

/** The settings of this device, and those of the account for a logged-in member. */
export function SettingsPage() {
  const member = useSession() !== undefined;
  return (
    <Page title={t`Settings`} wide>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
        <SettingGroup title={t`The app`}>
          <LanguageChoice />
          <ThemeChoice />
          <InstallRow />
          <SettingRow label={t`Version`}>
            <span className="figure text-dim">{version}</span>
          </SettingRow>
        </SettingGroup>
        <SettingGroup title={t`My Account`}>
          {!member && <LoginHint />}
          {member && (
            <TouchlineBackendOnly>
              <LinkRow to="/settings/security">{t`Security`}</LinkRow>
              <ContactVisibility />
            </TouchlineBackendOnly>
          )}
        </SettingGroup>
        {member && (
          <SettingGroup title={t`Notifications`}>
            <NotificationChoice />
            <PushChoice />
          </SettingGroup>
        )}
        {member && (
          <SettingGroup title={t`Take a break`}>
            <TimeOutChoice />
          </SettingGroup>
        )}
        <SettingGroup title={t`On this phone`}>
          <StorageFacts member={member} />
        </SettingGroup>
        {member && (
          <TouchlineBackendOnly>
            <SettingGroup title={t`Your own data`}>
              <OwnDataDownload />
              <AccountDeletion />
            </SettingGroup>
          </TouchlineBackendOnly>
        )}
      </div>
    </Page>
  );
}

function LoginHint() {
  return (
    <SettingRow label={t`You are not logged in.`}>
      <LinkButton to="/account/login" search={{ returnUrl: '/settings' }}>
        {t`Login`}
      </LinkButton>
    </SettingRow>
  );
}

const buildVersion: unknown = import.meta.env.APP_VERSION;

/** The version and build of the app, as in `/health`. */
const version = typeof buildVersion === 'string' ? buildVersion : '';

/** Says whether the app is installed, and how to install it. */
export function InstallRow(): ReactNode {
  const { way, install } = useInstall();
  const steps = useInstallSteps(way);
  if (steps !== undefined) return <SettingRow label={steps} />;
  switch (way) {
    case 'installed':
      return <SettingRow label={t`Touchline is installed.`} />;
    case 'prompt':
      return (
        <SettingRow label={t`Home screen`}>
          <Button onClick={() => void install()}>{t`Install`}</Button>
        </SettingRow>
      );
    default:
      return undefined;
  }
}
