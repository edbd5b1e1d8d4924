import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { OperationOutcome } from '#sync/engine.ts';
import { createAcknowledgedMessage, createRefusedMessage } from '../outbox/operation-texts.tsx';
import {
  errorTitle,
  describeProblem,
  translateServerSentences,
} from '#client/ui/messages/problems.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { useReachability } from '#client/data/device/sync-state.ts';
import { clearRecentActions, isResponseAwaited } from '#client/data/outbox/recent-actions.ts';
import { messageSubjectOf } from '#client/data/outbox/message-subject.ts';
import { subscribeToOutcomes } from '#client/data/device/engine-state.ts';
import { notify } from '#client/ui/messages/toasts.ts';

/** Shows messages about a member's changes after the server has acknowledged or refused them. */
export function OperationOutcomeNotifier() {
  const { t } = useLingui();
  const router = useRouter();
  const { navigate } = router;
  const action = { label: t`See`, run: () => void navigate({ to: '/sync' }) };

  const reportSent = useEffectEvent((outcomes: readonly OperationOutcome[]) => {
    const texts = outcomes.flatMap(({ operation, reply }) => {
      const words = createAcknowledgedMessage(operation, reply);
      return words ? [{ ...words, subject: messageSubjectOf(operation) }] : [];
    });
    if (!isReportedAsCount(texts)) for (const text of texts) notify({ tone: 'won', ...text });
    else {
      const title = plural(texts.length, {
        one: '# change was sent',
        other: '# changes were sent',
      });
      notify({ tone: 'won', title, text: t`All of it has arrived.` });
    }
  });
  const reportRefused = useEffectEvent((outcomes: readonly OperationOutcome[]) => {
    if (isReportedAsCount(outcomes)) {
      const title = plural(outcomes.length, {
        one: '# change waits for your decision',
        other: '# changes wait for your decision',
      });
      notify({ tone: 'lost', title, action, to: '/sync', unread: true });
      return;
    }
    for (const { operation } of outcomes) {
      for (const [index, reason] of listRefusalReasons(operation).entries()) {
        const words = createRefusedMessage(operation, reason);
        const subject = {
          subject: messageSubjectOf(operation),
          ...(index > 0 && { adds: true as const }),
        };
        notify({ tone: 'lost', ...words, action, to: '/sync', unread: true, ...subject });
      }
    }
  });

  const reportError = useEffectEvent(({ operation }: OperationOutcome) => {
    const title = errorTitle();
    const text = translateServerSentences(operation.problem?.words ?? []).join(' · ');
    notify({
      tone: 'lost',
      title,
      text,
      action,
      to: '/sync',
      subject: messageSubjectOf(operation),
    });
  });

  const requestLogin = useEffectEvent(({ operation }: OperationOutcome) => {
    if (operation.blockedBy !== 'auth' || !isResponseAwaited(operation.id)) return;
    clearRecentActions();
    const { pathname, href } = router.state.location;
    if (pathname.startsWith('/account/')) return;
    void navigate({ to: '/account/login', search: { returnUrl: href, aim: 'send' } });
  });
  const offline = useReachability() === 'offline';

  useEffect(() => {
    if (offline) clearRecentActions();
  }, [offline]);

  useEffect(() => {
    const sent = createGroupedReporter<OperationOutcome>((outcomes) => reportSent(outcomes));
    const refused = createGroupedReporter<OperationOutcome>((outcomes) => reportRefused(outcomes));
    const unsubscribe = subscribeToOutcomes((outcome) => {
      const { state } = outcome.operation;
      if (isServerError(outcome.operation)) reportError(outcome);
      else if (state === 'unknown') return;
      else if (state === 'rejected' || state === 'conflict') refused.add(outcome);
      else if (state !== 'blocked') sent.add(outcome);
      else requestLogin(outcome);
    });
    return () => {
      unsubscribe();
      sent.end();
      refused.end();
    };
  }, []);

  return null;
}

/** True if a spec-only backend answered the first attempt with a server error. */
function isServerError({ state, attempts, problem }: OperationRow): boolean {
  const isOpen = state === 'unknown' || (state === 'blocked' && problem?.code === 'may-be-done');
  return isOpen && attempts === 1 && problem?.words !== undefined && (problem.status ?? 0) >= 500;
}

/** Lists the reasons of a refusal: one sentence; from a spec-only backend one per field. */
function listRefusalReasons({ kind, problem }: OperationRow): string[] {
  if (!problem) return [''];
  const isSingle = kind === 'follow.set' || kind === 'tip.confirm';
  if (problem.words && !isSingle) return translateServerSentences(problem.words);
  return [describeProblem({ kind, ...problem })];
}

/** Up to this number of outcomes are reported one by one. */
const maxSingleReports = 3;
/** Outcomes within this time belong to one group, in milliseconds. */
const groupWindowMs = 250;
/** A group ends if no other outcome came for this time, in milliseconds. */
const groupIdleMs = 1200;
/** The time during which a report is part of the next group, in milliseconds. */
const recentReportMs = 3000;

/**
 * Groups outcomes that come at the same time: a few are reported at once, many as one message with
 * their number after no more come.
 */
export function createGroupedReporter<Item>(report: (items: readonly Item[]) => void): {
  add: (item: Item) => void;
  /** Reports the collected outcomes now. */
  end: () => void;
} {
  let collected: Item[] = [];
  let reportedAt: number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const items = collected;
    collected = [];
    const now = performance.now();
    reportedAt = reportedAt.concat(items.map(() => now));
    if (items.length > 0) report(items);
  }

  return {
    add(item) {
      const now = performance.now();
      reportedAt = reportedAt.filter((at) => now - at < recentReportMs);
      collected.push(item);
      const many = collected.length + reportedAt.length > maxSingleReports;
      if (timer !== undefined && !many) return;
      clearTimeout(timer);
      timer = setTimeout(flush, many ? groupIdleMs : groupWindowMs);
    },
    end: flush,
  };
}

/** True if this many outcomes are reported as one message with their number. */
function isReportedAsCount(items: readonly unknown[]): boolean {
  return items.length > maxSingleReports;
}
