import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Outcome } from '#sync/engine.ts';
import { acknowledgedWords, refusedWords } from '../outbox/operation-words.tsx';
import { errorTitle, problemWords, theirWords } from '#client/ui/messages/problems.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { useReachability } from '#client/data/device/sync-state.ts';
import { forgetRecentActions, isAwaited } from '#client/data/outbox/recent-actions.ts';
import { messageSubjectOf } from '#client/data/outbox/games.ts';
import { onOutcome } from '#client/data/device/running.ts';
import { notify } from '#client/ui/messages/toasts.ts';

/** Reports the results of a member's changes after the server has acknowledged or refused them. */
export function Outcomes() {
  const { t } = useLingui();
  const router = useRouter();
  const { navigate } = router;
  const action = { label: t`See`, run: () => void navigate({ to: '/sync' }) };

  const reportSent = useEffectEvent((outcomes: readonly Outcome[]) => {
    const texts = outcomes.flatMap(({ operation, reply }) => {
      const words = acknowledgedWords(operation, reply);
      return words ? [{ ...words, subject: messageSubjectOf(operation) }] : [];
    });
    if (!areMany(texts)) for (const text of texts) notify({ tone: 'won', ...text });
    else {
      const title = plural(texts.length, {
        one: '# change was sent',
        other: '# changes were sent',
      });
      notify({ tone: 'won', title, text: t`All of it has arrived.` });
    }
  });
  const reportRefused = useEffectEvent((outcomes: readonly Outcome[]) => {
    if (areMany(outcomes)) {
      const title = plural(outcomes.length, {
        one: '# change waits for your decision',
        other: '# changes wait for your decision',
      });
      notify({ tone: 'lost', title, action, to: '/sync', unread: true });
      return;
    }
    for (const { operation } of outcomes) {
      for (const [index, reason] of reasonsOf(operation).entries()) {
        const words = refusedWords(operation, reason);
        const subject = {
          subject: messageSubjectOf(operation),
          ...(index > 0 && { adds: true as const }),
        };
        notify({ tone: 'lost', ...words, action, to: '/sync', unread: true, ...subject });
      }
    }
  });

  const reportError = useEffectEvent(({ operation }: Outcome) => {
    const title = errorTitle();
    const text = theirWords(operation.problem?.words ?? []).join(' · ');
    notify({
      tone: 'lost',
      title,
      text,
      action,
      to: '/sync',
      subject: messageSubjectOf(operation),
    });
  });

  const requestLogin = useEffectEvent(({ operation }: Outcome) => {
    if (operation.blockedBy !== 'auth' || !isAwaited(operation.id)) return;
    forgetRecentActions();
    const { pathname, href } = router.state.location;
    if (pathname.startsWith('/account/')) return;
    void navigate({ to: '/account/login', search: { returnUrl: href, aim: 'send' } });
  });
  const offline = useReachability() === 'offline';

  useEffect(() => {
    if (offline) forgetRecentActions();
  }, [offline]);

  useEffect(() => {
    const sent = reportInGroups<Outcome>((outcomes) => reportSent(outcomes));
    const refused = reportInGroups<Outcome>((outcomes) => reportRefused(outcomes));
    const unsubscribe = onOutcome((outcome) => {
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

/** Whether a spec-only backend answered the first attempt with a server error. */
function isServerError({ state, attempts, problem }: OperationRow): boolean {
  const isOpen = state === 'unknown' || (state === 'blocked' && problem?.code === 'may-be-done');
  return isOpen && attempts === 1 && problem?.words !== undefined && (problem.status ?? 0) >= 500;
}

/** The reasons of a refusal: one sentence, or one per field for a spec-only backend. */
function reasonsOf({ kind, problem }: OperationRow): string[] {
  if (!problem) return [''];
  const isSingle = kind === 'follow.set' || kind === 'tip.confirm';
  if (problem.words && !isSingle) return theirWords(problem.words);
  return [problemWords({ kind, ...problem })];
}

/** Up to this number, outcomes are reported one by one. */
const maxSingle = 3;
/** Outcomes within this time form a group, in milliseconds. */
const together = 250;
/** A group is complete after this time without another outcome, in milliseconds. */
const quiet = 1200;
/** The time during which a report counts towards the next group, in milliseconds. */
const recent = 3000;

/**
 * Groups the outcomes of a drain: a few are reported at once, more than a few together when no more
 * come. A hundred messages say less than one with a number.
 */
export function reportInGroups<Item>(report: (items: readonly Item[]) => void): {
  add: (item: Item) => void;
  /** Reports the collected outcomes. */
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
      reportedAt = reportedAt.filter((at) => now - at < recent);
      collected.push(item);
      const many = collected.length + reportedAt.length > maxSingle;
      if (timer !== undefined && !many) return;
      clearTimeout(timer);
      timer = setTimeout(flush, many ? quiet : together);
    },
    end: flush,
  };
}

/** Whether this number of outcomes is reported as a count. */
function areMany(items: readonly unknown[]): boolean {
  return items.length > maxSingle;
}
