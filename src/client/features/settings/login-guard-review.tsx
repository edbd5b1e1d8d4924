import { t } from '@lingui/core/macro';
import type { LoginGuard } from '#contract/account/security.ts';
import { Button } from '#client/ui/button.tsx';
import { focusOnMount } from '#client/ui/focus.ts';
import { LoginGuardDetails } from '#client/ui/member/login-guard-details.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { AuthenticatorRemoval } from './authenticator.tsx';
import { PasskeyRemoval } from './passkeys.tsx';

type LoginGuardReviewProps = {
  guards: readonly LoginGuard[];
  onChanged: () => void;
  onClose: () => void;
};

/**
 * Lists the login guards after a change of the password, so that the owner can remove unknown ones.
 */
export function LoginGuardReview({ guards, onChanged, onClose }: LoginGuardReviewProps) {
  return (
    <>
      <Notice role="status" tone="good" title={t`Your password is changed`}>
        {t`You are logged out everywhere else. What is listed here goes on working with the new password: remove what is not yours.`}
      </Notice>
      <ul className="grid gap-3">
        {guards.map((guard) => (
          <li key={guard.id} className="grid gap-2">
            <LoginGuardDetails kind={guard.kind} device={guard.device} addedAt={guard.addedAt} />
            <LoginGuardRemoval guard={guard} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      <Button ref={focusOnMount} look="primary" onClick={onClose}>
        {guards.length > 0 ? t`All of these are mine` : t`Close`}
      </Button>
    </>
  );
}

type LoginGuardRemovalProps = { guard: LoginGuard; onChanged: () => void };

function LoginGuardRemoval({ guard: { id, kind }, onChanged }: LoginGuardRemovalProps) {
  if (kind === 'passkey') return <PasskeyRemoval id={id} onChanged={onChanged} />;
  return (
    <>
      <p className="text-sm text-dim">
        {t`You have no code of it? The mail that told you about it has a link that removes it.`}
      </p>
      <AuthenticatorRemoval action={t`Turn the app off`} onChanged={onChanged} />
    </>
  );
}
