import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useInstallSteps } from '#client/data/device/install-words.ts';
import { useInstall } from '#client/data/device/install.ts';
import { TouchlineOnly } from '#client/data/device/backend-kind.tsx';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Page } from '#client/ui/page.tsx';
import { LanguageChoice, ThemeChoice } from './language-and-theme.tsx';
import { NotificationChoice } from './notification-choice.tsx';
import { DeleteAccount, OwnDataFiles } from './own-data.tsx';
import { PhoneChoice } from './phone-choice.tsx';
import { PushChoice } from './push-choice.tsx';
import { Group, LinkRow, Row } from './rows.tsx';
import { StorageFacts } from './storage-facts.tsx';
import { TimeOutChoice } from './time-out-choice.tsx';

/** The settings of this device, and of the account if there is one. */
export function SettingsPage() {
  const member = useSession() !== undefined;
  return (
    <Page title={t`Settings`} wide>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
        <Group title={t`The app`}>
          <LanguageChoice />
          <ThemeChoice />
          <HomeScreen />
          <Row label={t`Version`}>
            <span className="figure text-dim">{version}</span>
          </Row>
        </Group>
        <Group title={t`My Account`}>
          {!member && <LoginHint />}
          {member && (
            <TouchlineOnly>
              <LinkRow to="/settings/security">{t`Security`}</LinkRow>
              <PhoneChoice />
            </TouchlineOnly>
          )}
        </Group>
        {member && (
          <Group title={t`Notifications`}>
            <NotificationChoice />
            <PushChoice />
          </Group>
        )}
        {member && (
          <Group title={t`Take a break`}>
            <TimeOutChoice />
          </Group>
        )}
        <Group title={t`On this phone`}>
          <StorageFacts member={member} />
        </Group>
        {member && (
          <TouchlineOnly>
            <Group title={t`Your own data`}>
              <OwnDataFiles />
              <DeleteAccount />
            </Group>
          </TouchlineOnly>
        )}
      </div>
    </Page>
  );
}

function LoginHint() {
  return (
    <Row label={t`You are not logged in.`}>
      <LinkButton to="/account/login" search={{ returnUrl: '/settings' }}>
        {t`Login`}
      </LinkButton>
    </Row>
  );
}

const built: unknown = import.meta.env.APP_VERSION;

/** The version and build of the app, like in `/health`. */
const version = typeof built === 'string' ? built : '';

/** Whether the app is installed, and the steps to install it. */
export function HomeScreen(): ReactNode {
  const { way, install } = useInstall();
  const steps = useInstallSteps(way);
  if (steps !== undefined) return <Row label={steps} />;
  switch (way) {
    case 'installed':
      return <Row label={t`Touchline is installed.`} />;
    case 'prompt':
      return (
        <Row label={t`Home screen`}>
          <Button onClick={() => void install()}>{t`Install`}</Button>
        </Row>
      );
    default:
      return undefined;
  }
}
