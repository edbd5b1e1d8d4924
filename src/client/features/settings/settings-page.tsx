import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { useInstall } from '#client/data/install.ts';
import { useCapability } from '#client/data/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { LinkButton, Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Page } from '#client/ui/page.tsx';
import { DeleteAccount, OwnDataFiles } from './own-data.tsx';
import { LanguageChoice, ThemeChoice } from './language-and-theme.tsx';
import { NotificationChoice } from './notification-choice.tsx';
import { PhoneChoice } from './phone-choice.tsx';
import { StorageFacts } from './storage-facts.tsx';
import { TimeOut } from './time-out.tsx';

/** What a person sets for this device, and for their account where they have one. */
export function SettingsPage() {
  const { t } = useLingui();
  const member = useSession() !== undefined;
  const hasSettings = useCapability('accountSettings') !== false;
  return (
    <Page title={t`Settings`} wide>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:items-start">
        <Setting title={<Trans>Language</Trans>}>
          <LanguageChoice />
        </Setting>
        <Setting title={<Trans>Theme</Trans>}>
          <ThemeChoice />
        </Setting>
        {member && hasSettings && (
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
        {member && hasSettings && (
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

/** One thing that can be set, under its own heading. */
function Setting({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="grid gap-3 p-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </Card>
  );
}

const built: unknown = import.meta.env.APP_VERSION;

/** Which version of the app this build is. */
const version = typeof built === 'string' ? built : '';

/** Which build this is, and whether it is on the home screen. */
export function AppFacts() {
  const { t } = useLingui();
  const { way, install } = useInstall();
  return (
    <>
      <p>
        <Trans>
          Touchline <span className="figure font-bold">{version}</span>
        </Trans>
      </p>
      {way === 'installed' && <p>{t`It is on your home screen.`}</p>}
      {way === 'by-hand' && (
        <p>
          <Trans>
            For the home screen tap Share, then Add to Home Screen. What you save is kept longer
            there.
          </Trans>
        </p>
      )}
      {way === 'prompt' && (
        <p>
          <Button onClick={() => void install()}>{t`Put it on the home screen`}</Button>
        </p>
      )}
    </>
  );
}
