import type { Tip } from '#contract/tips.ts';
import { FollowTipster, TipList } from '#client/data/tips/tip-list.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';

/** Other members' tips as cards with actions. */
export function HomeTips({ label, tips }: { label: string; tips: readonly Tip[] }) {
  return (
    <TipList label={label} tips={tips} estimate={180} className="phone-bleed">
      {(card) => <TipCard {...card} tag={<FollowTipster tip={card.tip} />} />}
    </TipList>
  );
}
