import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { isId } from '#contract/id.ts';
import type { Tip } from '#contract/tips.ts';
import { useCopy } from '#client/data/outbox/actions.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useCapability } from '#client/data/device/sync-state.ts';
import { useTip } from '#client/data/tips/public-tips.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Empty, Loading, Stored } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { useSayCopied, notify } from '#client/ui/messages/toasts.ts';
import { ShareTip } from '#client/ui/tip/share-tip.tsx';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { Analysis } from '#client/ui/text.tsx';

const TipHistory = lazyNamed(() => import('./tip-history.tsx'), 'TipHistory');

/** One tip by its link, for whoever was sent it. */
export function TipPage({ id }: { id: string }) {
  const tip = useTip(id);
  const refresh = useRefresh({ what: 'tip', id });
  const hasHistory = useCapability('extensions');
  return (
    <Page title={t`A tip`}>
      <Stored
        value={tip}
        refresh={refresh}
        loading={<Loading rows={1} label={t`Fetching the tip`} />}
        failed={tip === null && isId(id) && t`The tip could not be fetched.`}
        none={
          <Empty act={<LinkButton to="/tips">{t`Recent Tips`}</LinkButton>}>
            {t`This tip is not there any more.`}
          </Empty>
        }
      >
        {(tip) => (
          <>
            <SharedTip tip={tip} />
            {hasHistory && (
              <LazyPart>
                <TipHistory tip={tip} />
              </LazyPart>
            )}
          </>
        )}
      </Stored>
    </Page>
  );
}

function SharedTip({ tip }: { tip: Tip }) {
  const copy = useCopy(tip);
  const now = useServerNow(30_000);
  const sayCopied = useSayCopied();
  const [copied, setCopied] = useState(false);
  const copyIt = async () => {
    const notSaved = await copy?.();
    if (notSaved !== undefined) {
      notify({ tone: 'lost', title: t`Not saved`, text: notSaved });
      return;
    }
    setCopied(true);
    sayCopied();
  };
  return (
    <TipCard
      tip={tip}
      now={now}
      reasons
      acts={
        <>
          {copy && !copied && (
            <Button look="act" onClick={copyIt}>
              {t`Copy to my tips`}
            </Button>
          )}
          <ShareTip tip={tip} />
        </>
      }
    >
      {tip.analysis !== undefined && <Analysis>{tip.analysis}</Analysis>}
    </TipCard>
  );
}
