import { t } from '@lingui/core/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Tip } from '#contract/tips.ts';
import { checkTipCopy } from '#domain/tip.ts';
import { createTipSignUpLinks } from '#client/session/aim.ts';
import { useSession } from '#client/session/session.ts';
import { isolateForeignText } from '#client/ui/formats.ts';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { reportDiscarded } from '#client/ui/messages/toasts.ts';
import type { MemberActions, TipActions } from '#client/ui/tip/member-actions.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipSubject } from '#sync/outbox/subjects.ts';
import { useDevice } from '../device/device.tsx';
import { useServerNow } from '../device/server-time.ts';
import { useReportDelayedChange } from '../device/sync-state.ts';
import { useOutboxActions } from '../outbox/outbox-actions.ts';
import { useSaveErrorText, useReportSaveError } from '../outbox/save-error.ts';
import { tapUndoWindowMs } from '../outbox/undo-window.ts';
import { useTimeOutEnd } from '../time-out.ts';
import { storeCopyUsed } from './copy-note.ts';
import { readOwnTips } from './own-tip-queries.ts';

/** True for the actions of a logged-in member, false for those of a visitor. */
export function isMemberActions(actions: TipActions | undefined): actions is MemberActions {
  return actions !== undefined && 'copy' in actions;
}

/** Returns a function from a tip to its actions; undefined if own or started, or in a time-out. */
export function useTipActions(): (tip: Tip) => TipActions | undefined {
  const memberId = useSession()?.memberId;
  const now = useServerNow(60_000);
  const until = useTimeOutEnd();
  const copies = useOwnCopies();
  const { copy, book } = useCopyAndBook();
  return (tip) => {
    if (!checkCopy(tip, memberId ?? '', now).allowed) return undefined;
    if (memberId === undefined) return { signUp: createTipSignUpLinks(tip) };
    if (until !== null) return undefined;
    const own = copies?.get(tip.id);
    return {
      own: own && (own.IsBooked ? 'booked' : 'saved'),
      copy: () => copy(tip),
      book: () => book(tip, own),
    };
  };
}

/** Checks whether a member may copy a tip; returns the problem if not. */
export function checkCopy({ tipsterId, options }: Tip, memberId: string, now: Date) {
  const legs = options.map(({ result, startDateOfGame }) => ({
    result,
    kickOff: new Date(startDateOfGame),
  }));
  return checkTipCopy({ ownerId: tipsterId, legs }, memberId, now);
}

/** The maximum number of own tips searched for copies; older tips have only past games. */
const maxSearchedTips = 100;

/** The member's own copies by the id of the original tip; undefined until they were read. */
export function useOwnCopies(): ReadonlyMap<string, OptimisticTip> | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => {
    if (!member) return new Map<string, OptimisticTip>();
    const [saved, booked] = await Promise.all(
      [false, true].map((booked) => readOwnTips(member.store, { booked, limit: maxSearchedTips })),
    );
    const copies = [...(saved ?? []), ...(booked ?? [])].filter(
      ({ device }) => !isRefusedOrWithdrawn(device),
    );
    return new Map(copies.flatMap((tip) => (tip.copiedFrom ? [[tip.copiedFrom, tip]] : [])));
  }, [member]);
}

/** True for a refused copy or a copy that is being withdrawn; such a copy is ignored. */
function isRefusedOrWithdrawn(device: OptimisticTip['device']): boolean {
  return device?.state === 'needs-you' || device?.withdrawalId !== undefined;
}

function useCopyAndBook() {
  const { copyTip, bookCopy } = useOutboxActions();
  const reportNotSaved = useReportSaveError();
  const reportCopied = useReportCopied();
  const reportBooked = useReportBooked();
  const bookOwn = useBookOwnTip();
  const orReport = async (run: () => Promise<void>) => {
    storeCopyUsed();
    await run().catch(reportNotSaved);
  };
  return {
    copy: (tip: Tip) => orReport(async () => reportCopied(tip, await copyTip(tip))),
    book: (tip: Tip, own: OptimisticTip | undefined) =>
      orReport(async () => {
        if (own) return bookOwn(own);
        const id = await bookCopy(tip);
        reportBooked(id, id);
      }),
  };
}

/** Returns a function that books an own tip and shows a message, or rejects if storing fails. */
export function useBookOwnTip(): (tip: OptimisticTip) => Promise<void> {
  const { enqueue } = useOutboxActions();
  const reportBooked = useReportBooked();
  return async ({ id, version }) => {
    const held = { baseVersion: version, holdMs: tapUndoWindowMs };
    const booking = await enqueue('tip.book', { tipId: id }, held);
    if (booking !== undefined) reportBooked(booking, id);
  };
}

/** Undoes an operation only if unsent, because other members may see the effect of a sent one. */
function useUndoOperation(): (operation: string) => () => void {
  const { discardUnsent } = useOutboxActions();
  const reportNotSaved = useReportSaveError();
  return (operation) => () =>
    void discardUnsent(operation).then(reportDiscarded).catch(reportNotSaved);
}

function useReportBooked(): (operation: string, tipId: string) => void {
  const reportDelayed = useReportDelayedChange();
  const undo = useUndoOperation();
  return (operation, tipId) => {
    const soon = t`Your ticket is booked in a few seconds.`;
    const offline = t`Your ticket is booked when you are online.`;
    const subject = tipSubject(tipId);
    reportDelayed({ soon, offline }, { operation, subject, undo: undo(operation) });
  };
}

/** Reports a copy as saved on this phone, unless the server responds at once. */
function useReportCopied(): (tip: Tip, id: string) => void {
  const reportDelayed = useReportDelayedChange();
  const undo = useUndoOperation();
  return (tip, id) => {
    const name = isolateForeignText(tipsterNameOf(tip));
    const soon = t`Copied from ${name}. It is sent in a few seconds.`;
    const offline = t`Copied from ${name}. It is sent when you are online.`;
    reportDelayed({ soon, offline }, { operation: id, subject: tipSubject(id), undo: undo(id) });
  };
}

/**
 * Returns a function that copies a tip and resolves to an error text on failure. Undefined if the
 * tip may not be copied, and during a time-out.
 */
export function useCopyTip(tip: Tip | undefined): (() => Promise<string | undefined>) | undefined {
  const session = useSession();
  const { copyTip } = useOutboxActions();
  const reportCopied = useReportCopied();
  const now = useServerNow(60_000);
  const until = useTimeOutEnd();
  const notSavedWords = useSaveErrorText();
  if (tip === undefined || session === undefined || until !== null) return undefined;
  if (!checkCopy(tip, session.memberId, now).allowed) return undefined;
  return async () => {
    try {
      reportCopied(tip, await copyTip(tip));
    } catch (error) {
      return notSavedWords(error);
    }
    return undefined;
  };
}
