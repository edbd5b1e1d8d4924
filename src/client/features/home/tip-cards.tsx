import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Tip } from '#contract/tips.ts';
import { useCopy } from '#client/data/outbox/actions.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useFollowing } from '#client/data/tipsters.ts';
import { standingOf } from '#client/data/tips/standing.ts';
import { FollowButton } from '#client/ui/follow-button.tsx';
import { notify, useSayCopied } from '#client/ui/messages/toasts.ts';
import { CardAct } from '#client/ui/tip/card-act.tsx';
import { ShareTip } from '#client/ui/tip/share-tip.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { tipsterNameOf } from '#client/ui/tipster.tsx';

/** Whole tips of others, with what can be done with them. */
export function TipCards({ label, tips }: { label: string; tips: readonly Tip[] }) {
  const now = useServerNow(30_000);
  return (
    <ul aria-label={label} className="paper grid grid-cols-1 gap-3">
      {tips.map((tip) => (
        <li key={tip.id}>
          <Card tip={tip} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Card({ tip, now }: { tip: Tip; now: Date }) {
  const following = useFollowing(tip.tipsterId);
  const known = tip.tipsterId !== '' && !tip.former;
  return (
    <TipCard
      tip={tip}
      now={now}
      standing={standsSoFar}
      tag={known && <FollowButton {...following} small name={tipsterNameOf(tip)} returnUrl="/" />}
      acts={
        <>
          <CopyAct tip={tip} />
          <ShareTip tip={tip} />
        </>
      }
    />
  );
}

function CopyAct({ tip }: { tip: Tip }) {
  const copy = useCopy(tip);
  const sayCopied = useSayCopied();
  const [copied, setCopied] = useState(false);
  if (!copy || copied) return undefined;
  const copyIt = async () => {
    const notSaved = await copy();
    if (notSaved !== undefined) {
      notify({ tone: 'lost', title: t`Not saved`, text: notSaved });
      return;
    }
    setCopied(true);
    sayCopied();
  };
  return <CardAct icon="copy" onClick={() => void copyIt()}>{t`Copy`}</CardAct>;
}

/** How a leg in play stands, for the bar and the words of a card. */
export function standsSoFar(leg: Tip['options'][number]) {
  const result = standingOf(leg)?.result;
  if (result === 'won') return 'winning';
  return result === 'lost' ? 'losing' : undefined;
}
