import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { RewriteEvidence } from '#sync/refresh/proof.ts';
import { useAccountApi } from '#client/data/account/use-account-api.ts';
import {
  findLostOperations,
  useLostOperations,
  useStorageTrouble,
} from '#client/data/device/storage.ts';
import { useHasNetwork, useSessionState } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { momentText } from '#client/ui/formats.ts';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { describeStartFailure } from '#client/ui/messages/problems.ts';
import { LostOperationsNotice, StorageNotice } from '#client/ui/messages/storage-notices.tsx';

/** Explains what an unverified email prevents, and offers to mail the link again. */
export function VerifyEmailBanner({ email }: { email: string }) {
  const callAccount = useAccountApi();
  // After the session has ended, this device cannot learn that the email was verified.
  if (useSessionState() === 'refused') return undefined;
  return (
    <aside className="bg-saved-ground px-4 py-2 text-saved">
      <div className="mx-auto flex max-w-[72rem] flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm font-semibold">
          <Trans>
            Please check your mail and activate your account. Until then your tips stay on this
            phone.
          </Trans>
        </p>
        <ResendButton
          onResend={() => callAccount((accounts) => accounts.resendVerification(email))}
        />
      </div>
    </aside>
  );
}

type StartFailurePageProps = { text: string; onRetry: () => void };

/** Shown instead of a page if the start failed and this device has no rows. */
export function StartFailurePage(props: StartFailurePageProps) {
  const { t } = useLingui();
  const lost = findLostOperations();
  const hasNetwork = useHasNetwork();
  return (
    <Page title={t`Touchline cannot start`}>
      <StartFailureNotice {...props} role="alert">
        {lost ? (
          <RemovedRowsText count={lost.count} />
        ) : hasNetwork ? (
          <Trans>
            This phone has not been here before, so it has nothing to show yet. Check your
            connection and try again.
          </Trans>
        ) : (
          <Trans>
            This phone has not been here before, so it has nothing to show yet. Touchline starts
            when you are online.
          </Trans>
        )}
      </StartFailureNotice>
    </Page>
  );
}

/** Says that the stored rows have disappeared from this device. */
function RemovedRowsText({ count }: { count: number }) {
  return (
    <>
      <Trans>The browser removed what was kept on this phone.</Trans>{' '}
      {count > 0 && (
        <Plural
          value={count}
          one="# change had not been sent and is gone."
          other="# changes had not been sent and are gone."
        />
      )}{' '}
      <Trans>What had been sent is safe and comes back with the connection.</Trans>
    </>
  );
}

/** Shown above a page with stored rows if the start failed. */
export function StartFailureBanner(props: StartFailurePageProps) {
  return (
    <BannerFrame>
      <StartFailureNotice {...props} role="status">
        <Trans>
          Touchline shows what is saved on this phone. What you do is saved here and sent when you
          are online.
        </Trans>
      </StartFailureNotice>
    </BannerFrame>
  );
}

type StartFailureNoticeProps = StartFailurePageProps & {
  role: 'alert' | 'status';
  children: ReactNode;
};

function StartFailureNotice({ text, onRetry, role, children }: StartFailureNoticeProps) {
  const { t } = useLingui();
  // Without a network a retry would fail; the start repeats automatically later.
  const retry = useHasNetwork() ? (
    <Button look="primary" onClick={onRetry}>
      {t`Retry`}
    </Button>
  ) : undefined;
  return (
    <Notice role={role} tone="warning" title={describeStartFailure(text)} actions={retry}>
      {children}
    </Notice>
  );
}

/** A banner on every page about a storage fault of this phone, and about lost changes. */
export function StorageBanner() {
  const { trouble, seen } = useStorageTrouble();
  const { lost, seen: seenLoss } = useLostOperations();
  return (
    <>
      {trouble !== undefined && (
        <BannerFrame>
          <StorageNotice trouble={trouble} onSeen={seen} />
        </BannerFrame>
      )}
      {lost !== undefined && (
        <BannerFrame>
          <LostOperationsNotice count={lost.count} onSeen={seenLoss} />
        </BannerFrame>
      )}
    </>
  );
}

/** Says on every page that the server's log contradicts a state that this phone saw earlier. */
export function RewrittenLogBanner({ seen, told: current, foundAt }: RewriteEvidence) {
  const [seenAt, changed, found] = [seen.at, current.at, new Date(foundAt)].map((moment) =>
    momentText(moment, 'date-time'),
  );
  return (
    <BannerFrame>
      <Notice
        role="status"
        tone="warning"
        title={<Trans>The history on this server was rewritten</Trans>}
      >
        <p>
          <Trans>
            This phone keeps the checkpoint of {seenAt}. The one of {changed} does not go on from
            it, as was found on {found}. Prices, times or results may have been changed since.
          </Trans>
        </p>
        <p>
          <Trans>
            What you saved on this phone is safe. Ask whoever runs this site, and keep this: only
            you can show what was there before.
          </Trans>
        </p>
        <p className="mt-1 font-mono text-xs wrap-anywhere" dir="ltr">
          {seen.size} {seen.root}
        </p>
      </Notice>
    </BannerFrame>
  );
}

function BannerFrame({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-[72rem] px-4 pt-4">{children}</div>;
}
