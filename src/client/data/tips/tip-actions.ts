import { t } from '@lingui/core/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Tip } from '#contract/tips.ts';
import { mayCopy } from '#domain/tip.ts';
import { signUpForTip } from '#client/session/aim.ts';
import { useSession } from '#client/session/session.ts';
import { isolated } from '#client/ui/formats.ts';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { reportDiscarded } from '#client/ui/messages/toasts.ts';
import type { MemberActions, TipActions } from '#client/ui/tip/member-actions.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipSubject } from '#sync/outbox/subjects.ts';
import { useDevice } from '../device/device.tsx';
import { useServerNow } from '../device/server-time.ts';
import { useReportDelayed } from '../device/sync-state.ts';
import { useActions } from '../outbox/actions.ts';
import { useNotSavedWords, useReportNotSaved } from '../outbox/not-saved.ts';
import { undoWindowMs } from '../outbox/undo-window.ts';
import { useTimeOut } from '../time-out.ts';
import { noteCopyUsed } from './copy-note.ts';
import { readOwnTips } from './own-tip-queries.ts';

/** Whether the actions are a member's and not a visitor's. */
export function isForMember(actions: TipActions | undefined): actions is MemberActions {
  return actions !== undefined && 'copy' in actions;
}

/** The actions for a tip of a list; none for one's own, a started one, or during a time-out. */
export function useTipActions(): (tip: Tip) => TipActions | undefined {
  const memberId = useSession()?.memberId;
  const now = useServerNow(60_000);
  const until = useTimeOut();
  const copies = useCopies();
  const { copy, book } = useCopying();
  return (tip) => {
    if (!checkCopy(tip, memberId ?? '', now).allowed) return undefined;
    if (memberId === undefined) return { signUp: signUpForTip(tip) };
    if (until !== null) return undefined;
    const own = copies?.get(tip.id);
    return {
      own: own && (own.IsBooked ? 'booked' : 'saved'),
      copy: () => copy(tip),
      book: () => book(tip, own),
    };
  };
}

/** Whether a member may copy a tip, or the problem. */
export function checkCopy({ tipsterId, options }: Tip, memberId: string, now: Date) {
  const legs = options.map(({ result, startDateOfGame }) => ({
    result,
    kickOff: new Date(startDateOfGame),
  }));
  return mayCopy({ ownerId: tipsterId, legs }, memberId, now);
}

/** The number of own tips searched for copies: older ones have only past games. */
const recent = 100;

/** The own copies by the id of their original; undefined until they were read. */
export function useCopies(): ReadonlyMap<string, OptimisticTip> | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => {
    if (!member) return new Map<string, OptimisticTip>();
    const [saved, booked] = await Promise.all(
      [false, true].map((booked) => readOwnTips(member.store, { booked, limit: recent })),
    );
    const copies = [...(saved ?? []), ...(booked ?? [])].filter(({ device }) => !isLost(device));
    return new Map(copies.flatMap((tip) => (tip.copiedFrom ? [[tip.copiedFrom, tip]] : [])));
  }, [member]);
}

/** A refused copy and one that is being withdrawn do not count. */
function isLost(device: OptimisticTip['device']): boolean {
  return device?.state === 'needs-you' || device?.withdrawalId !== undefined;
}

function useCopying() {
  const { copyTip, bookCopy } = useActions();
  const reportNotSaved = useReportNotSaved();
  const reportCopied = useReportCopied();
  const reportBooked = useReportBooked();
  const bookOwn = useBookOwn();
  const orReport = async (run: () => Promise<void>) => {
    noteCopyUsed();
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

/** Books an own tip and reports it; rejects if it could not be stored. */
export function useBookOwn(): (tip: OptimisticTip) => Promise<void> {
  const { enqueue } = useActions();
  const reportBooked = useReportBooked();
  return async ({ id, version }) => {
    const held = { baseVersion: version, holdMs: undoWindowMs };
    const booking = await enqueue('tip.book', { tipId: id }, held);
    if (booking !== undefined) reportBooked(booking, id);
  };
}

/** Takes an unsent operation back; others may have read the effect of a sent one. */
function useUndo(): (operation: string) => () => void {
  const { takeBack } = useActions();
  const reportNotSaved = useReportNotSaved();
  return (operation) => () => void takeBack(operation).then(reportDiscarded).catch(reportNotSaved);
}

function useReportBooked(): (operation: string, tipId: string) => void {
  const reportDelayed = useReportDelayed();
  const undo = useUndo();
  return (operation, tipId) => {
    const soon = t`Your ticket is booked in a few seconds.`;
    const offline = t`Your ticket is booked when you are online.`;
    const subject = tipSubject(tipId);
    reportDelayed({ soon, offline }, { operation, subject, undo: undo(operation) });
  };
}

/** Reports that a copy is saved on this phone; otherwise the server's response is reported. */
function useReportCopied(): (tip: Tip, id: string) => void {
  const reportDelayed = useReportDelayed();
  const undo = useUndo();
  return (tip, id) => {
    const name = isolated(tipsterNameOf(tip));
    const soon = t`Copied from ${name}. It is sent in a few seconds.`;
    const offline = t`Copied from ${name}. It is sent when you are online.`;
    reportDelayed({ soon, offline }, { operation: id, subject: tipSubject(id), undo: undo(id) });
  };
}

/**
 * Copies a tip into the own saved tips; resolves to the error text of a failure. Undefined for a
 * tip that may not be copied, and during a time-out.
 */
export function useCopy(tip: Tip | undefined): (() => Promise<string | undefined>) | undefined {
  const session = useSession();
  const { copyTip } = useActions();
  const reportCopied = useReportCopied();
  const now = useServerNow(60_000);
  const until = useTimeOut();
  const notSavedWords = useNotSavedWords();
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
