import { t } from '@lingui/core/macro';
import type { PoolTable } from '#contract/pools.ts';
import { useServerAction } from '#client/data/account/server-call.ts';
import { usePoolsRefresh } from '#client/data/pools.ts';
import { ConfirmButton } from '#client/ui/dialog/inline-question.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { isolateForeignText } from '#client/ui/formats.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { ProblemNotice } from '#client/ui/notice.tsx';
import { useOffline } from '#client/ui/offline.ts';
import { Section } from '#client/ui/page.tsx';
import { QrCode } from '#client/ui/qr-code.tsx';
import { ShareButton } from '#client/ui/tip/share-tip.tsx';

type InvitationSectionProps = { pool: PoolTable; invitation: string };

/** The pool owner's section: the invitation as link and QR code, and a button that replaces it. */
export function InvitationSection({ pool, invitation }: InvitationSectionProps) {
  const { id } = pool;
  const name = isolateForeignText(pool.name);
  const refreshPools = usePoolsRefresh();
  const isOffline = useOffline();
  const { problem, send } = useServerAction();
  // The invitation follows the #, because that part of a URL reaches no server and no log.
  const path = `/pools/join#${invitation}`;
  const renew = async () =>
    send({
      call: ({ pools }) => pools.renewInvitation(id, invitation),
      onSuccess: async () => {
        await refreshPools(id);
        notify({ tone: 'won', title: t`There is a new link` });
      },
    });
  return (
    <Section title={t`Invite`}>
      <p className="text-sm text-dim">
        {t`Whoever opens this link and is logged in can join. Send it to those you want in the pool.`}
      </p>
      <div className="mt-3 flex flex-wrap items-start gap-2">
        <ShareButton title={t`Join my pool ${name}`} path={path} onCard={false} />
        {!isOffline && (
          <ConfirmButton
            words={t`New link`}
            question={t`The link and the picture that you sent so far stop working. Who is in the pool stays in it.`}
            keep={t`Cancel`}
            onConfirm={() => void renew()}
          />
        )}
      </div>
      <ProblemNotice text={problem} />
      <Disclosure summary={t`The link as a picture`} className="mt-2">
        <div className="pt-2">
          <QrCode
            text={new URL(path, location.origin).href}
            label={t`The link to your pool as a picture`}
          />
        </div>
      </Disclosure>
    </Section>
  );
}
