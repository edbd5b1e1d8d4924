import type { Tip } from '#contract/tips.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { resultSoFarOf } from '#client/data/tips/result-so-far.ts';
import { useCopyNote } from '#client/data/tips/copy-note.ts';
import { isForMember, useTipActs, type TipActs as Acts } from '#client/data/tips/tip-acts.ts';
import { useFollowing } from '#client/data/tipsters.ts';
import { FollowWord } from '#client/ui/follow-button.tsx';
import { CopyNote, TipActs } from '#client/ui/tip/tip-acts.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { tipsterNameOf } from '#client/ui/tipster.tsx';

/** Others' tips as whole cards with their actions. */
export function TipCards({ label, tips }: { label: string; tips: readonly Tip[] }) {
  const now = useServerNow(30_000);
  const actsOf = useTipActs();
  const note = useCopyNote(tips.some((tip) => isForMember(actsOf(tip))));
  return (
    <>
      {note && <CopyNote {...note} />}
      <ul aria-label={label} className="paper grid grid-cols-1 gap-3">
        {tips.map((tip) => (
          <li key={tip.id}>
            <Card tip={tip} now={now} acts={actsOf(tip)} noteId={note?.id} />
          </li>
        ))}
      </ul>
    </>
  );
}

type CardProps = {
  tip: Tip;
  now: Date;
  acts: Acts | undefined;
  noteId: string | undefined;
};

function Card({ tip, now, acts, noteId }: CardProps) {
  const following = useFollowing(tip.tipsterId);
  const known = tip.tipsterId !== '' && !tip.former;
  return (
    <TipCard
      tip={tip}
      now={now}
      linked
      resultSoFarOf={resultSoFarOf}
      tag={known && <FollowWord {...following} name={tipsterNameOf(tip)} />}
      acts={<TipActs tip={tip} acts={acts} noteId={noteId} />}
    />
  );
}
