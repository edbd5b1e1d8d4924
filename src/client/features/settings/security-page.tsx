import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import {
  authenticatorId,
  type LoginGuard,
  type SecuritySettings,
} from '#contract/account/security.ts';
import { toFailure } from '#client/data/account/server-call.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useReachability } from '#client/data/device/sync-state.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { EmailAddress } from '#client/ui/text.tsx';
import { Notice, FetchFailedNotice, Loading } from '#client/ui/notice.tsx';
import { countText } from '#client/ui/formats.ts';
import { Page } from '#client/ui/page.tsx';
import { Authenticator } from './authenticator.tsx';
import { Devices } from './devices.tsx';
import { EmailChange, PendingEmailNotice } from './email-change.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordChange } from './password-change.tsx';
import { CollapsibleRow, SettingRowBody, SettingRows } from './setting-rows.tsx';

/** The security settings of an account, read from the server; nothing is stored or queued. */
export function SecurityPage() {
  const isOffline = useReachability() === 'offline';
  const note = isOffline ? t`You need to be online to change these.` : undefined;
  return (
    <Page title={t`Security`} note={note} wide>
      <TouchlineBackendOnly
        instead={<Notice tone="warning">{t`This server has no such settings.`}</Notice>}
      >
        <LoginGuards />
      </TouchlineBackendOnly>
    </Page>
  );
}

function LoginGuards() {
  const { answer, retry, replace } = useServerQuery('security', (accounts) =>
    accounts.readSecurity(),
  );
  if (answer === undefined) return <Loading label={t`Asking the server`} />;
  if (answer.kind !== 'ok') {
    if (answer.kind === 'refused' && loggedOutCodes.includes(answer.code)) {
      return <LoggedOutNotice>{answer.message}</LoggedOutNotice>;
    }
    const { text } = toFailure(answer);
    return (
      <FetchFailedNotice onRetry={retry} offline={text}>
        {text}
      </FetchFailedNotice>
    );
  }
  const { email, nextEmail, devices, passkeys, authenticator } = answer.reply;
  // No request follows, because its failure would replace the page that shows recovery codes.
  const showAuthenticatorOn = (recoveryCodesLeft: number) =>
    replace({
      ...answer,
      reply: { ...answer.reply, authenticator: { ...authenticator, on: true, recoveryCodesLeft } },
    });
  return (
    <div className="max-w-152">
      <SettingRows>
        <CollapsibleRow label={t`Password`}>
          {(close) => (
            <PasswordChange
              guards={listLoginGuards(answer.reply)}
              onChanged={retry}
              onClose={close}
            />
          )}
        </CollapsibleRow>
        <CollapsibleRow label={t`Email`} hint={<EmailAddress email={email} />}>
          {(close) => <EmailChange email={email} onChanged={retry} onClose={close} />}
        </CollapsibleRow>
        {nextEmail !== null && (
          <SettingRowBody>
            <PendingEmailNotice nextEmail={nextEmail} />
          </SettingRowBody>
        )}
        <CollapsibleRow
          label={t`Authenticator app`}
          value={authenticator.on ? t`On` : t`Off`}
          opened={authenticator.required && !authenticator.on}
        >
          {() => (
            <Authenticator
              authenticator={authenticator}
              onTurnedOn={showAuthenticatorOn}
              onChanged={retry}
            />
          )}
        </CollapsibleRow>
        <CollapsibleRow label={t`Passkeys`} value={countText(passkeys.length)}>
          {() => <Passkeys passkeys={passkeys} onChanged={retry} />}
        </CollapsibleRow>
        <CollapsibleRow label={t`Devices`} value={countText(devices.length)}>
          {() => <Devices devices={devices} onChanged={retry} />}
        </CollapsibleRow>
      </SettingRows>
    </div>
  );
}

function listLoginGuards({
  passkeys,
  authenticator: { addedAt, device },
}: SecuritySettings): LoginGuard[] {
  return [
    ...passkeys.map((key) => ({
      id: key.id,
      kind: 'passkey' as const,
      device: key.device,
      addedAt: key.createdAt,
    })),
    ...(addedAt === null
      ? []
      : [{ id: authenticatorId, kind: 'authenticator' as const, device: device ?? '', addedAt }]),
  ];
}

/** Problem codes of a server that does not accept the session any more. */
const loggedOutCodes = ['session-ended', 'not-signed-in'];

function LoggedOutNotice({ children }: { children: ReactNode }) {
  const login = (
    <LinkButton to="/account/login" search={{ returnUrl: '/settings/security' }} look="primary">
      {t`Login`}
    </LinkButton>
  );
  return (
    <Notice role="status" tone="saved" actions={login}>
      {children}
    </Notice>
  );
}
