import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { authenticatorId, type LoginGuard, type Security } from '#contract/account/security.ts';
import { toFailure } from '#client/data/account/server-call.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { TouchlineOnly } from '#client/data/device/backend-kind.tsx';
import { useReachability } from '#client/data/device/sync-state.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { EmailAddress } from '#client/ui/text.tsx';
import { Notice, Failed, Loading } from '#client/ui/notice.tsx';
import { countText } from '#client/ui/formats.ts';
import { Page } from '#client/ui/page.tsx';
import { Authenticator } from './authenticator.tsx';
import { Devices } from './devices.tsx';
import { EmailChange, UnconfirmedEmail } from './email-change.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordChange } from './password-change.tsx';
import { FoldRow, RowBody, Rows } from './rows.tsx';

/** The security of an account. It is read from the server: nothing is stored or queued. */
export function SecurityPage() {
  const isOffline = useReachability() === 'offline';
  const note = isOffline ? t`You need to be online to change these.` : undefined;
  return (
    <Page title={t`Security`} note={note} wide>
      <TouchlineOnly
        instead={<Notice tone="warning">{t`This server has no such settings.`}</Notice>}
      >
        <Guards />
      </TouchlineOnly>
    </Page>
  );
}

function Guards() {
  const { answer, retry, replace } = useServerQuery('security', (accounts) => accounts.security());
  if (answer === undefined) return <Loading label={t`Asking the server`} />;
  if (answer.kind !== 'ok') {
    if (answer.kind === 'refused' && loggedOut.includes(answer.code)) {
      return <LoggedOut>{answer.message}</LoggedOut>;
    }
    const { text } = toFailure(answer);
    return (
      <Failed onRetry={retry} offline={text}>
        {text}
      </Failed>
    );
  }
  const { email, nextEmail, devices, passkeys, authenticator } = answer.reply;
  // Shown at once: a failed request would replace the page that shows the recovery codes.
  const showAuthenticatorOn = (recoveryCodesLeft: number) =>
    replace({
      ...answer,
      reply: { ...answer.reply, authenticator: { ...authenticator, on: true, recoveryCodesLeft } },
    });
  return (
    <div className="max-w-152">
      <Rows>
        <FoldRow label={t`Password`}>
          {(close) => (
            <PasswordChange guards={guardsIn(answer.reply)} onChanged={retry} onClose={close} />
          )}
        </FoldRow>
        <FoldRow label={t`Email`} hint={<EmailAddress email={email} />}>
          {(close) => <EmailChange email={email} onChanged={retry} onClose={close} />}
        </FoldRow>
        {nextEmail !== null && (
          <RowBody>
            <UnconfirmedEmail nextEmail={nextEmail} />
          </RowBody>
        )}
        <FoldRow
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
        </FoldRow>
        <FoldRow label={t`Passkeys`} value={countText(passkeys.length)}>
          {() => <Passkeys passkeys={passkeys} onChanged={retry} />}
        </FoldRow>
        <FoldRow label={t`Devices`} value={countText(devices.length)}>
          {() => <Devices devices={devices} onChanged={retry} />}
        </FoldRow>
      </Rows>
    </div>
  );
}

function guardsIn({ passkeys, authenticator: { addedAt, device } }: Security): LoginGuard[] {
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

/** Codes of a server that no longer accepts the session. */
const loggedOut = ['session-ended', 'not-signed-in'];

function LoggedOut({ children }: { children: ReactNode }) {
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
