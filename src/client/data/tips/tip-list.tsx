import type { ComponentProps, ReactNode } from 'react';
import { FollowTextButton } from '#client/ui/member/follow-button.tsx';
import { WindowedList } from '#client/ui/list/windowed-list.tsx';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { CopyNote, TipActionBar } from '#client/ui/tip/tip-action-bar.tsx';
import type { TipCard } from '#client/ui/tip/tip-card.tsx';
import type { Tip } from '#contract/tips.ts';
import { useServerNow } from '../device/server-time.ts';
import { useFollowControls } from '../tipsters.ts';
import { useCopyNote } from './copy-note.ts';
import { isMemberActions, useTipActions } from './tip-actions.ts';

type TipListProps = {
  /** The accessible name of the list. */
  label: string;
  tips: readonly Tip[];
  /** Estimated height of a card in pixels, until it is measured. */
  estimate: number;
  /** Shows two columns on a desktop. */
  columns?: boolean;
  className?: string;
  /** Opens a dialog with the whole tip; if absent, a tap on the legs opens the page of the tip. */
  onDetails?: (tip: Tip) => void;
  /** Renders a card with the given props, which are equal in every list. */
  children: (card: ComponentProps<typeof TipCard>) => ReactNode;
};

/** Public tips as cards with their actions, under a note that explains Copy and Book. */
export function TipList(props: TipListProps) {
  const { label, tips, estimate, columns = false, className, onDetails, children } = props;
  const now = useServerNow(30_000);
  const actionsOf = useTipActions();
  const note = useCopyNote(tips.some((tip) => isMemberActions(actionsOf(tip))));
  const cardOf = (tip: Tip) => {
    const actions = actionsOf(tip);
    const open = onDetails && (() => onDetails(tip));
    const bar = (
      <TipActionBar
        tip={tip}
        actions={actions}
        noteId={note?.id}
        // The footer has no room for another button; then a tap on the legs opens the tip.
        onDetails={actions ? undefined : open}
      />
    );
    return { tip, now, linked: !open, onOpen: actions && open, actions: bar };
  };
  return (
    <>
      {note && <CopyNote {...note} />}
      <div className={className}>
        <WindowedList
          label={label}
          items={tips}
          keyOf={({ id }) => id}
          estimate={estimate}
          columns={columns}
        >
          {(tip) => children(cardOf(tip))}
        </WindowedList>
      </div>
    </>
  );
}

/** A button to follow a tip's tipster; empty for an unknown or deleted tipster. */
export function FollowTipster({ tip }: { tip: Tip }) {
  const following = useFollowControls(tip.tipsterId);
  if (tip.tipsterId === '' || tip.former) return undefined;
  return <FollowTextButton {...following} name={tipsterNameOf(tip)} />;
}
