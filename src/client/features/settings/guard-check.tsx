import { t } from '@lingui/core/macro';
import type { LoginGuard } from '#contract/account/security.ts';
import { Button } from '#client/ui/button.tsx';
import { takeFocus } from '#client/ui/focus.ts';
import { GuardFacts } from '#client/ui/member/guard-facts.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { RemoveAuthenticator } from './authenticator.tsx';
import { RemovePasskey } from './passkeys.tsx';

type GuardCheckProps = {
  guards: readonly LoginGuard[];
  onChanged: () => void;
  onClose: () => void;
};

/**
 * Lists the login guards after a change of the password, so that the owner can remove unknown ones.
 */
export function GuardCheck({ guards, onChanged, onClose }: GuardCheckProps) {
  return (
    <>
      <Notice role="status" tone="good" title={t`Your password is changed`}>
        {t`You are logged out everywhere else. What is listed here goes on working with the new password: remove what is not yours.`}
      </Notice>
      <ul className="grid gap-3">
        {guards.map((guard) => (
          <li key={guard.id} className="grid gap-2">
            <GuardFacts kind={guard.kind} device={guard.device} addedAt={guard.addedAt} />
            <RemoveGuard guard={guard} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      <Button ref={takeFocus} look="primary" onClick={onClose}>
        {guards.length > 0 ? t`All of these are mine` : t`Close`}
      </Button>
    </>
  );
}

type RemoveGuardProps = { guard: LoginGuard; onChanged: () => void };

function RemoveGuard({ guard: { id, kind }, onChanged }: RemoveGuardProps) {
  if (kind === 'passkey') return <RemovePasskey id={id} onChanged={onChanged} />;
  return (
    <>
      <p className="text-sm text-dim">
        {t`You have no code of it? The mail that told you about it has a link that removes it.`}
      </p>
      <RemoveAuthenticator action={t`Turn the app off`} onChanged={onChanged} />
    </>
  );
}
