import { Trans } from '@lingui/react/macro';
import { useAccounts } from '#client/data/use-accounts.ts';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';

/** Tells a member whose mail is not verified what that costs, and offers the mail again. */
export function VerifyBanner({ email }: { email: string }) {
  const ask = useAccounts();
  return (
    <aside className="bg-saved-ground px-4 py-2 text-saved">
      <div className="mx-auto flex max-w-[72rem] flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm font-semibold">
          <Trans>
            Please check your mail and activate your account. Until then your tips stay on this
            phone.
          </Trans>
        </p>
        <ResendButton onResend={() => ask((accounts) => accounts.resend(email))} />
      </div>
    </aside>
  );
}
