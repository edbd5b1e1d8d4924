import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { computeDisplayStates } from '#sync/status.ts';
import { type DraftCounts, useDraftCounts } from '#client/data/tips/drafts.ts';
import { useEngineState } from '#client/data/device/engine-state.ts';
import { useOutboxExport } from '#client/data/outbox/operation-export.ts';
import { OperationTitle } from '../outbox/operation-texts.tsx';
import { useLogOut } from '#client/data/account/use-account-api.ts';
import { useOperations, useReachability } from '#client/data/device/sync-state.ts';
import { session } from '#client/session/session.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { isDialogEntry } from '#client/ui/dialog/dialog-history.ts';
import { Button } from '#client/ui/button.tsx';
import { InlineQuestion, useInlineQuestion } from '#client/ui/dialog/inline-question.tsx';
import { notify } from '#client/ui/messages/toasts.ts';

/** Logs out at once if nothing is unsent; else the member decides on changes and drafts. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const operations = useOperations();
  const unsent = operations?.filter(({ state }) => state !== 'acked');
  const drafts = useDraftCounts();
  const { leave, leaving } = useLogOutOnce(onClose);
  const known = unsent !== undefined && drafts !== undefined;
  const nothing = known && unsent.length + drafts.games + drafts.edits + drafts.results === 0;

  // Nothing is unsent any more, so no choice is needed.
  const leaveUnasked = useEffectEvent(() => void leave('keep'));
  useEffect(() => {
    if (nothing) leaveUnasked();
  }, [nothing]);

  if (!known || nothing) return null;
  return <LogoutChoices {...{ unsent, drafts, leave, leaving, onClose }} />;
}

type LogoutChoicesProps = ReturnType<typeof useLogOutOnce> & {
  unsent: readonly OperationRow[];
  drafts: DraftCounts;
  onClose: () => void;
};

function LogoutChoices({ unsent, drafts, leave, leaving, onClose }: LogoutChoicesProps) {
  const { t } = useLingui();
  const { saveAll } = useOutboxExport();
  const onlySlip = unsent.length + drafts.edits + drafts.results === 0;
  return (
    <Modal
      open
      fixed
      onClose={onClose}
      title={onlySlip ? t`Your slip is not posted` : t`Some changes are not sent yet`}
      description={<UnsentSummary unsent={unsent.length} drafts={drafts} />}
    >
      <UnsentChanges rows={unsent} />
      <ul className="grid gap-4">
        {unsent.length > 0 && <SendChoice unsent={unsent} leaving={leaving} />}
        <LogoutChoice
          hint={
            onlySlip
              ? t`Nobody else sees it.`
              : t`Nobody else sees it. It is sent when you log in here again.`
          }
        >
          <Button data-first-focus busy={leaving} onClick={() => leave('keep')}>
            {onlySlip ? t`Keep my slip on this phone` : t`Keep them locked on this phone for me`}
          </Button>
        </LogoutChoice>
        {unsent.length > 0 && (
          // Saving a file does not log out; one of the other choices must follow.
          <LogoutChoice hint={t`A copy for yourself. Then choose one of the others.`}>
            <Button onClick={saveAll}>{t`Save them as a file`}</Button>
          </LogoutChoice>
        )}
        <DeleteChoice
          count={unsent.length + drafts.games + drafts.edits + drafts.results}
          leaving={leaving}
          onDelete={() => void leave('delete')}
        />
      </ul>
    </Modal>
  );
}

/** The maximum number of changes that are named, so that a small phone shows all choices. */
const maxNamedChanges = 3;

/** The names of the changes that would be sent or deleted. */
function UnsentChanges({ rows }: { rows: readonly OperationRow[] }) {
  const { t } = useLingui();
  if (rows.length === 0) return null;
  return (
    <ul aria-label={t`On this phone`} className="mb-4 list-disc ps-5 wrap-anywhere">
      {rows.slice(0, maxNamedChanges).map((row) => (
        <li key={row.id}>
          <OperationTitle row={row} />
        </li>
      ))}
      {rows.length > maxNamedChanges && (
        <li>
          <Plural value={rows.length - maxNamedChanges} one="# more" other="# more" />
        </li>
      )}
    </ul>
  );
}

/** A choice and its consequence. */
function LogoutChoice({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-1">
      {children}
      <p className="text-sm text-dim">{hint}</p>
    </li>
  );
}

/** A button that sends the unsent changes and logs out when all are acknowledged. */
function SendChoice({ unsent, leaving }: { unsent: readonly OperationRow[]; leaving: boolean }) {
  const { t } = useLingui();
  const { engine } = useEngineState();
  const offline = useReachability() === 'offline';
  const [isRequested, setIsRequested] = useState(false);
  const needy = [...computeDisplayStates(unsent).values()].filter((state) => state === 'needs-you');
  const stuck = needy.length === unsent.length;
  const sending = isRequested && !offline && !stuck;
  const hint = () => {
    if (stuck) {
      return t`All of it was refused, so it cannot just be sent. Look at it under Sync first.`;
    }
    if (isRequested && offline) return t`You are offline. It is sent when you are back online.`;
    if (!sending || needy.length === 0) return t`You are logged out once all of it has arrived.`;
    return plural(needy.length, {
      one: '# of them was refused and stays until you decide.',
      other: '# of them were refused and stay until you decide.',
    });
  };
  const send = () => {
    setIsRequested(true);
    engine?.sendPending('woke');
  };
  return (
    <LogoutChoice hint={hint()}>
      <Button look="primary" busy={sending || leaving || stuck} onClick={send}>
        {sending ? t`Sending, then logging out…` : t`Send now`}
      </Button>
    </LogoutChoice>
  );
}

type DeleteChoiceProps = { count: number; leaving: boolean; onDelete: () => void };

/** A button that asks for a confirmation, because deleted changes cannot be restored. */
function DeleteChoice({ count, leaving, onDelete }: DeleteChoiceProps) {
  const { asking, raise, answer, raiser } = useInlineQuestion();
  if (!asking) {
    return (
      <LogoutChoice hint={<Trans>They are not sent, and nobody can bring them back.</Trans>}>
        <Button ref={raiser} look="danger" busy={leaving} onClick={raise}>
          <Trans>Delete them</Trans>
        </Button>
      </LogoutChoice>
    );
  }
  return (
    <li>
      <InlineQuestion
        words={<Plural value={count} one="Delete # change" other="Delete # changes" />}
        question={
          <Plural
            value={count}
            one="# change is deleted for good, and you are logged out."
            other="# changes are deleted for good, and you are logged out."
          />
        }
        onConfirm={onDelete}
        onKeep={answer}
      />
    </li>
  );
}

/** The numbers of unsent changes and drafts as text. */
function UnsentSummary({ unsent, drafts }: { unsent: number; drafts: DraftCounts }) {
  const { games, edits, results } = drafts;
  const count = unsent + games + edits + results;
  return (
    <>
      {unsent > 0 && (
        <Plural
          value={unsent}
          one="# change is still on this phone."
          other="# changes are still on this phone."
        />
      )}{' '}
      {games > 0 && (
        <Plural
          value={games}
          one="The slip you are building holds # game."
          other="The slip you are building holds # games."
        />
      )}{' '}
      {edits > 0 && (
        <Plural
          value={edits}
          one="The odds you entered for # game are not saved."
          other="The odds you entered for # games are not saved."
        />
      )}{' '}
      {results > 0 && (
        <Plural
          value={results}
          one="The result you entered for # game is not saved."
          other="The results you entered for # games are not saved."
        />
      )}{' '}
      <Plural value={count} one="What should happen to it?" other="What should happen to them?" />
    </>
  );
}

/** Returns a function that logs out only once and opens the home page. */
function useLogOutOnce(onEnd: () => void) {
  const { t } = useLingui();
  const logOut = useLogOut();
  const navigate = useNavigate();
  const { history } = useRouter();
  const isLeaving = useRef(false);
  const [leaving, setLeaving] = useState(false);
  // The dialog disappears with the session, so a message reports a failure.
  const reportFailure = () => {
    const loggedOut = session.get() === undefined;
    notify({
      tone: 'lost',
      title: loggedOut ? t`You are logged out` : t`Logging out did not work`,
      text: loggedOut
        ? t`Not everything of yours could be removed from this phone.`
        : t`Please try again.`,
    });
  };
  const leave = async (unsent: 'keep' | 'delete') => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    setLeaving(true);
    await logOut(unsent).catch(reportFailure);
    if (session.get() === undefined) await navigate({ to: '/', replace: isDialogEntry(history) });
    onEnd();
  };
  return { leave, leaving };
}
