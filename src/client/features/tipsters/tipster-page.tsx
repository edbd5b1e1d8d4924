import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Tipster } from '#contract/members.ts';
import { isId } from '#contract/id.ts';
import type { Tip } from '#contract/tips.ts';
import { useCopy } from '#client/data/use-copy.ts';
import { useRefresh } from '#client/data/use-refresh.ts';
import { useTipster } from '#client/data/use-tipsters.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Empty, Failed } from '#client/ui/notice.tsx';
import { fullName } from '#client/ui/tipster.tsx';
import { OpenedTip } from '#client/ui/tip/opened-tip.tsx';
import { Page, Section } from '#client/ui/page.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { RecordPanel } from './record-panel.tsx';
import { TipsterHead } from './tipster-head.tsx';

/** A tipster with what their tips say. */
export function TipsterPage({ id }: { id: string }) {
  const { t } = useLingui();
  const tipster = useTipster(id);
  const { state, retry } = useRefresh({ what: 'tipster', id });

  if (tipster === undefined || (tipster === null && state === 'waiting')) {
    return (
      <Page title={t`Tipster`} headingHidden wide>
        <ProfileSkeleton />
      </Page>
    );
  }
  if (tipster === null) {
    return (
      <Page title={t`Tipster`}>
        {state === 'failed' && isId(id) ? (
          <Failed onRetry={retry}>
            <Trans>This profile could not be fetched.</Trans>
          </Failed>
        ) : (
          <Empty
            act={
              <LinkButton to="/tipster">
                <Trans>All tipsters</Trans>
              </LinkButton>
            }
          >
            <Trans>There is no such tipster.</Trans>
          </Empty>
        )}
      </Page>
    );
  }
  return (
    <Page title={fullName(tipster)} headingHidden wide>
      <TipsterHead tipster={tipster} />
      <div className="lg:grid lg:grid-cols-2 lg:gap-8">
        <div className="min-w-0">
          <RecordPanel tipster={tipster} />
        </div>
        <RecentTips tipster={tipster} />
      </div>
    </Page>
  );
}

function RecentTips({ tipster }: { tipster: Tipster }) {
  const [open, setOpen] = useState<Tip>();
  const copy = useCopy();
  return (
    <Section title={<Trans>Recent Tickets</Trans>}>
      {tipster.tips.length === 0 ? (
        <Empty>
          <Trans>No recent Tips</Trans>
        </Empty>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {tipster.tips.map((tip) => (
            <li key={tip.id}>
              <TipCard
                tip={tip}
                acts={
                  <Button onClick={() => setOpen(tip)}>
                    <Trans>Details</Trans>
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      )}
      <OpenedTip tip={open} onClose={() => setOpen(undefined)} copy={copy} />
    </Section>
  );
}
