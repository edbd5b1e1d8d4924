import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Outcome } from '#sync/engine.ts';
import { onOutcome } from '../../data/outcomes.ts';
import { notify } from '../../ui/toasts.ts';
import { useOutcomeWords } from './outcome-words.ts';

/** Says what became of what a member did, when the server has said so and not before. */
export function Outcomes() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useOutcomeWords();
  const tell = ({ operation, reply }: Outcome) => {
    const { kind, state, payload, problem } = operation;
    if (state === 'rejected' || state === 'conflict') {
      const act = { label: t`See`, onAct: () => void navigate({ to: '/sync' }) };
      notify({ tone: 'lost', ...words.refused(kind, problem), act });
    } else if (state !== 'blocked') {
      const done = words.done(kind, payload, reply);
      if (done) notify({ tone: 'won', ...done });
    }
  };

  // The listener stays; only what it says follows the language.
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => onOutcome((outcome) => latest.current(outcome)), []);

  return null;
}
