import { Trans } from '@lingui/react/macro';
import { classes } from '../classes.ts';
import { useTask } from '../use-task.ts';
import type { Tip } from '#contract/tips.ts';
import { CardAct, CardLink } from './card-act.tsx';
import type { SignUpLink } from '../sign-up-link.ts';
import { ShareTip } from './share-tip.tsx';
import { tipName } from './tip-name.ts';

type MemberActs = {
  own: 'saved' | 'booked' | undefined;
  copy: () => Promise<void>;
  book: () => Promise<void>;
};

type VisitorActs = { signUp: { copy: SignUpLink; book: SignUpLink } };

type TipActsProps = {
  tip: Tip;
  /** Copies and books the tip, if allowed. */
  acts: MemberActs | VisitorActs | undefined;
  /** Id of the line that explains Copy and Book. */
  noteId?: string | undefined;
  /** Opens the whole tip. */
  onDetails?: (() => void) | undefined;
};

/** Details, Copy, Share and Book as one-tap actions on a stub. */
export function TipActs({ tip, acts, noteId, onDetails }: TipActsProps) {
  const isVisitor = acts !== undefined && 'signUp' in acts;
  const isAllowed = acts !== undefined && 'copy' in acts;
  const about = tipName(tip);
  return (
    <>
      {onDetails && (
        <CardAct icon="eye" about={about} aria-haspopup="dialog" onClick={onDetails}>
          <Trans>Details</Trans>
        </CardAct>
      )}
      {isVisitor && (
        <CardLink {...acts.signUp.copy} icon="copy" about={about}>
          <Trans>Copy</Trans>
        </CardLink>
      )}
      {isAllowed && <Copy {...acts} about={about} noteId={noteId} />}
      <ShareTip tip={tip} onCard />
      {isVisitor && (
        <CardLink {...acts.signUp.book} icon="bookmark" about={about} act>
          <Trans>Book</Trans>
        </CardLink>
      )}
      {isAllowed && <Book {...acts} about={about} noteId={noteId} />}
    </>
  );
}

type CopyProps = MemberActs & Pick<TipActsProps, 'noteId'> & { about: string };

function Copy({ own, copy, about, noteId }: CopyProps) {
  const { busy, run } = useTask();
  return (
    <CardAct
      icon={own ? 'check' : 'copy'}
      busy={busy || own !== undefined}
      about={about}
      aria-describedby={noteId}
      onClick={() => void run(copy)}
    >
      {own ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
    </CardAct>
  );
}

function Book({ own, book, about, noteId }: CopyProps) {
  const { busy, run } = useTask();
  const booked = own === 'booked';
  return (
    <CardAct
      icon={booked ? 'check' : 'bookmark'}
      act={!booked}
      busy={busy || booked}
      about={about}
      aria-describedby={noteId}
      onClick={() => void run(book)}
    >
      {booked ? <Trans>Booked</Trans> : <Trans>Book</Trans>}
    </CardAct>
  );
}

type CopyNoteProps = {
  id: string;
  awaited?: boolean;
  /** Outside of a card the note begins with the headings, a little inside the cards below it. */
  inCard?: boolean;
};

/**
 * Explains Copy and Book once per screen, before their first use. Reserves its room while it is
 * unknown whether there are actions.
 */
export function CopyNote({ id, awaited = false, inCard = false }: CopyNoteProps) {
  return (
    <p
      id={id}
      className={classes('pb-2 text-xs text-dim', !inCard && 'px-2', awaited && 'invisible')}
    >
      <Trans>
        Copy saves a tip to your tickets, and Book also marks it as booked: nobody else sees your
        copy.
      </Trans>
    </p>
  );
}
