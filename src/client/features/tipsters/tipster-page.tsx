import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Tipster } from '#contract/members.ts';
import { isId } from '#contract/id.ts';
import type { Tip } from '#contract/tips.ts';
import { useCopy } from '../../data/use-copy.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { useTipster } from '../../data/use-tipsters.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { fullName } from '../../ui/names.ts';
import { OpenedTip } from '../../ui/opened-tip.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { TipCard } from '../../ui/tip-card.tsx';
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
