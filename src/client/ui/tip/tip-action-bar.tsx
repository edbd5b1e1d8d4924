import { Trans } from '@lingui/react/macro';
import { joinClasses } from '../classes.ts';
import { useTask } from '../use-task.ts';
import type { Tip } from '#contract/tips.ts';
import { CardAction, CardLink } from './card-action.tsx';
import type { MemberActions, TipActions } from './member-actions.ts';
import { ShareTip } from './share-tip.tsx';
import { tipName } from './tip-name.ts';

type TipActionBarProps = {
  tip: Tip;
  /** Functions that copy and book the tip; absent if not allowed. */
  actions: TipActions | undefined;
  /** The id of the note that explains Copy and Book. */
  noteId?: string | undefined;
  /** Opens a dialog with the whole tip. */
  onDetails?: (() => void) | undefined;
};

/** The buttons Details, Copy, Share and Book in the footer of a tip card. */
export function TipActionBar({ tip, actions, noteId, onDetails }: TipActionBarProps) {
  const isVisitor = actions !== undefined && 'signUp' in actions;
  const isAllowed = actions !== undefined && 'copy' in actions;
  const about = tipName(tip);
  return (
    <>
      {onDetails && (
        <CardAction icon="eye" about={about} aria-haspopup="dialog" onClick={onDetails}>
          <Trans>Details</Trans>
        </CardAction>
      )}
      {isVisitor && (
        <CardLink {...actions.signUp.copy} icon="copy" about={about}>
          <Trans>Copy</Trans>
        </CardLink>
      )}
      {isAllowed && <CopyTipButton {...actions} about={about} noteId={noteId} />}
      <ShareTip tip={tip} onCard />
      {isVisitor && (
        <CardLink {...actions.signUp.book} icon="bookmark" about={about} isMain>
          <Trans>Book</Trans>
        </CardLink>
      )}
      {isAllowed && <BookTipButton {...actions} about={about} noteId={noteId} />}
    </>
  );
}

type CopyProps = MemberActions & Pick<TipActionBarProps, 'noteId'> & { about: string };

function CopyTipButton({ own, copy, about, noteId }: CopyProps) {
  const { busy, run } = useTask();
  return (
    <CardAction
      icon={own ? 'check' : 'copy'}
      busy={busy || own !== undefined}
      about={about}
      aria-describedby={noteId}
      onClick={() => void run(copy)}
    >
      {own ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
    </CardAction>
  );
}

function BookTipButton({ own, book, about, noteId }: CopyProps) {
  const { busy, run } = useTask();
  const booked = own === 'booked';
  return (
    <CardAction
      icon={booked ? 'check' : 'bookmark'}
      isMain={!booked}
      busy={busy || booked}
      about={about}
      aria-describedby={noteId}
      onClick={() => void run(book)}
    >
      {booked ? <Trans>Booked</Trans> : <Trans>Book</Trans>}
    </CardAction>
  );
}

type CopyNoteProps = {
  id: string;
  awaited?: boolean;
  /** True if the note is inside a card; otherwise it has the indent of the headings. */
  inCard?: boolean;
};

/**
 * Explains Copy and Book until their first use. With `awaited`, the note is invisible and only
 * reserves its space, because it is unknown whether the screen has these actions.
 */
export function CopyNote({ id, awaited = false, inCard = false }: CopyNoteProps) {
  return (
    <p
      id={id}
      className={joinClasses('pb-2 text-xs text-dim', !inCard && 'px-2', awaited && 'invisible')}
    >
      <Trans>
        Copy saves a tip to your tickets, and Book also marks it as booked: nobody else sees your
        copy.
      </Trans>
    </p>
  );
}
