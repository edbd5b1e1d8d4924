import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Outcome } from '#sync/engine.ts';
import { doneWords, refusedWords } from '#client/data/operation-words.tsx';
import { problemWords } from '#client/ui/messages/problems.ts';
import { onOutcome } from '#client/data/outcomes.ts';
import { notify } from '#client/ui/messages/toasts.ts';

/** Says what became of what a member did, when the server has said so and not before. */
export function Outcomes() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const act = { label: t`See`, onAct: () => void navigate({ to: '/sync' }) };

  const tellTaken = (outcomes: readonly Outcome[]) => {
    const said = outcomes.flatMap(({ operation, reply }) => doneWords(operation, reply) ?? []);
    if (!isBurst(said)) for (const done of said) notify({ tone: 'won', ...done });
    else {
      const title = plural(said.length, { one: '# change was sent', other: '# changes were sent' });
      notify({ tone: 'won', title, text: t`All of it has arrived.` });
    }
  };
  const tellRefused = (outcomes: readonly Outcome[]) => {
    if (isBurst(outcomes)) {
      const title = plural(outcomes.length, {
        one: '# change needs you',
        other: '# changes need you',
      });
      notify({ tone: 'lost', title, act });
      return;
    }
    for (const { operation } of outcomes) {
      const { kind, problem } = operation;
      const reason = problem ? problemWords({ kind, ...problem }) : '';
      notify({ tone: 'lost', ...refusedWords(operation, reason), act });
    }
  };

  // The listener stays; only what it says follows the language.
  const latest = useRef({ tellTaken, tellRefused });
  useEffect(() => {
    latest.current = { tellTaken, tellRefused };
  });
  useEffect(() => {
    const taken = gatherBursts<Outcome>((outcomes) => latest.current.tellTaken(outcomes));
    const refused = gatherBursts<Outcome>((outcomes) => latest.current.tellRefused(outcomes));
    const endHearing = onOutcome((outcome) => {
      const { state } = outcome.operation;
      if (state === 'rejected' || state === 'conflict') refused.add(outcome);
      else if (state !== 'blocked') taken.add(outcome);
    });
    return () => {
      endHearing();
      taken.end();
      refused.end();
    };
  }, []);

  return null;
}

/** So many at a time are read one by one. */
const few = 3;
/** What arrives within this belongs together. */
const together = 250;
/** A burst is over once nothing more has come for so long. */
const quiet = 1200;
/** How long what was told counts towards a burst. */
const recent = 3000;

/**
 * Gathers what a drain brings: a few things are told each by itself, more than a few all at once
 * when the burst is over. A hundred messages say less than one with a number.
 */
export function gatherBursts<Item>(tell: (items: readonly Item[]) => void): {
  add: (item: Item) => void;
  /** Tells what is still held. */
  end: () => void;
} {
  let held: Item[] = [];
  let toldAt: number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const items = held;
    held = [];
    const now = performance.now();
    toldAt.push(...items.map(() => now));
    if (items.length > 0) tell(items);
  }

  return {
    add(item) {
      const now = performance.now();
      toldAt = toldAt.filter((at) => now - at < recent);
      held.push(item);
      const burst = held.length + toldAt.length > few;
      if (timer !== undefined && !burst) return;
      clearTimeout(timer);
      timer = setTimeout(flush, burst ? quiet : together);
    },
    end: flush,
  };
}

/** Whether so many are told by their number. */
function isBurst(items: readonly unknown[]): boolean {
  return items.length > few;
}
