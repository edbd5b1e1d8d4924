import { t } from '@lingui/core/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Tip } from '#contract/tips.ts';
import { mayCopy } from '#domain/tip.ts';
import { signUpForTip } from '#client/session/aim.ts';
import { useSession } from '#client/session/session.ts';
import { isolated } from '#client/ui/formats.ts';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { type PendingChange, reportDiscarded } from '#client/ui/messages/toasts.ts';
import type { MemberActions, TipActions } from '#client/ui/tip/member-actions.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipLane } from '#sync/outbox/lane.ts';
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
  const { enqueue, copyTip, bookCopy, takeBack } = useActions();
  const reportNotSaved = useReportNotSaved();
  const reportCopied = useReportCopied();
  const reportDelayed = useReportDelayed();
  const orReport = async (run: () => Promise<void>) => {
    noteCopyUsed();
    await run().catch(reportNotSaved);
  };
  // Only an unsent copy can be undone: others may have read a sent one.
  const undo = (id: string) => () => void orReport(async () => reportDiscarded(await takeBack(id)));
  return {
    copy: (tip: Tip) =>
      orReport(async () => {
        const id = await copyTip(tip);
        reportCopied(tip, { operation: id, subject: tipLane(id), undo: undo(id) });
      }),
    book: (tip: Tip, own: OptimisticTip | undefined) =>
      orReport(async () => {
        const id = own
          ? await enqueue(
              'tip.book',
              { tipId: own.id },
              { baseVersion: own.version, holdMs: undoWindowMs },
            )
          : await bookCopy(tip);
        if (id === undefined) return;
        const subject = tipLane(own?.id ?? id);
        const pending = { operation: id, subject, undo: undo(id) };
        const soon = t`Your ticket is booked in a few seconds.`;
        const offline = t`Your ticket is booked when you are online.`;
        reportDelayed({ soon, offline }, pending);
      }),
  };
}

/** Reports that a copy is saved on this phone; otherwise the server's response is reported. */
function useReportCopied(): (tip: Tip, pending: PendingChange) => void {
  const reportDelayed = useReportDelayed();
  return (tip, pending) => {
    const name = isolated(tipsterNameOf(tip));
    const soon = t`Copied from ${name}. It is sent in a few seconds.`;
    const offline = t`Copied from ${name}. It is sent when you are online.`;
    reportDelayed({ soon, offline }, pending);
  };
}

/**
 * Copies a tip into the own saved tips; resolves to the error text of a failure. Undefined for a
 * tip that may not be copied, and during a time-out.
 */
export function useCopy(tip: Tip | undefined): (() => Promise<string | undefined>) | undefined {
  const session = useSession();
  const { copyTip, takeBack } = useActions();
  const reportCopied = useReportCopied();
  const now = useServerNow(60_000);
  const until = useTimeOut();
  const notSavedWords = useNotSavedWords();
  if (tip === undefined || session === undefined || until !== null) return undefined;
  if (!checkCopy(tip, session.memberId, now).allowed) return undefined;
  return async () => {
    try {
      const id = await copyTip(tip);
      const undo = () => void takeBack(id);
      reportCopied(tip, { operation: id, subject: tipLane(id), undo });
    } catch (error) {
      return notSavedWords(error);
    }
    return undefined;
  };
}
