import { t } from '@lingui/core/macro';
import { useState } from 'react';
import {
  addPasskey,
  beginPasskey,
  type Passkey,
  removePasskey,
} from '#contract/account/security.ts';
import { canUsePasskeys, makePasskey } from '#client/data/account/passkey-browser.ts';
import { LoginGuardDetails } from '#client/ui/member/login-guard-details.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { PasswordProtectedAction } from './password-protected-action.tsx';

type PasskeyRemovalProps = { id: string; onChanged: () => void };

/** Removes a passkey; requires the password. */
export function PasskeyRemoval({ id, onChanged }: PasskeyRemovalProps) {
  return (
    <PasswordProtectedAction
      action={t`Remove this passkey`}
      call={(accounts, { password }) => accounts.call(removePasskey, { body: { id, password } })}
      onSuccess={() => {
        notify({ tone: 'won', title: t`The passkey is removed` });
        onChanged();
      }}
    />
  );
}

type PasskeysProps = { passkeys: readonly Passkey[]; onChanged: () => void };

/** The member's passkeys, which replace the password at a login. */
export function Passkeys({ passkeys, onChanged }: PasskeysProps) {
  const [stopped, setStopped] = useState<'cancelled' | 'held'>();
  return (
    <>
      <p>{t`Log in with your finger, your face or the code of this device, without a password.`}</p>
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="grid gap-2">
              <LoginGuardDetails
                device={passkey.device}
                addedAt={passkey.createdAt}
                lastUsedAt={passkey.lastUsedAt}
              />
              <PasskeyRemoval id={passkey.id} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
      {stopped !== undefined && (
        <Notice role="status" tone="saved">
          {stopped === 'held'
            ? t`This device has a passkey for your account already. Nothing was changed.`
            : t`No passkey was made. Nothing was changed.`}
        </Notice>
      )}
      {canUsePasskeys() ? (
        <PasswordProtectedAction
          action={t`Add a passkey`}
          call={async (accounts, { password }) => {
            const begun = await accounts.call(beginPasskey, { body: { password } });
            if (begun.kind !== 'ok') return begun;
            const made = await makePasskey(begun.reply);
            if (made.kind !== 'made') return made;
            return accounts.call(addPasskey, { body: { response: made.response } });
          }}
          onSuccess={({ kind }) => {
            setStopped(kind === 'ok' ? undefined : kind);
            if (kind !== 'ok') return;
            notify({ tone: 'won', title: t`The passkey is added` });
            onChanged();
          }}
        />
      ) : (
        <p className="text-sm text-dim">{t`This browser cannot make passkeys.`}</p>
      )}
    </>
  );
}
