import type { Tip } from '#contract/tips.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { resultSoFarOf } from '#client/data/tips/result-so-far.ts';
import { useCopyNote } from '#client/data/tips/copy-note.ts';
import { isForMember, useTipActions } from '#client/data/tips/tip-actions.ts';
import { useFollowing } from '#client/data/tipsters.ts';
import { FollowWord } from '#client/ui/member/follow-button.tsx';
import { CopyNote, TipActionBar, type TipActions } from '#client/ui/tip/tip-action-bar.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';

/** Others' tips as whole cards with their actions. */
export function TipCards({ label, tips }: { label: string; tips: readonly Tip[] }) {
  const now = useServerNow(30_000);
  const actionsOf = useTipActions();
  const note = useCopyNote(tips.some((tip) => isForMember(actionsOf(tip))));
  return (
    <>
      {note && <CopyNote {...note} />}
      <ul aria-label={label} className="paper grid grid-cols-1 gap-3">
        {tips.map((tip) => (
          <li key={tip.id}>
            <Card tip={tip} now={now} actions={actionsOf(tip)} noteId={note?.id} />
          </li>
        ))}
      </ul>
    </>
  );
}

type CardProps = {
  tip: Tip;
  now: Date;
  actions: TipActions | undefined;
  noteId: string | undefined;
};

function Card({ tip, now, actions, noteId }: CardProps) {
  const following = useFollowing(tip.tipsterId);
  const known = tip.tipsterId !== '' && !tip.former;
  return (
    <TipCard
      tip={tip}
      now={now}
      linked
      resultSoFarOf={resultSoFarOf}
      tag={known && <FollowWord {...following} name={tipsterNameOf(tip)} />}
      actions={<TipActionBar tip={tip} actions={actions} noteId={noteId} />}
    />
  );
}
