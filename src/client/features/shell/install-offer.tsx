import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { noteOffered, useInstall, useUsefulAct, wasOffered } from '../../data/install.ts';
import { notify } from '../../ui/toasts.ts';

/** Nobody knows after less whether they want an app. */
const soonest = 30_000;

/** Offers the home screen once a tip was saved or posted here, and then not again for a month. */
export function InstallOffer() {
  const { t } = useLingui();
  const { way, install } = useInstall();
  const useful = useUsefulAct();
  const due = useful && (way === 'prompt' || way === 'by-hand');

  const offer = () => {
    if (wasOffered()) return;
    noteOffered();
    const title = t`Keep Touchline on your home screen`;
    if (way === 'by-hand') {
      const text = t`Tap Share, then Add to Home Screen. It opens without a line, and what you save is kept longer.`;
      notify({ tone: 'waiting', title, text });
      return;
    }
    const text = t`It opens without a line, and what you save is kept longer.`;
    notify({
      tone: 'waiting',
      title,
      text,
      act: { label: t`Install`, onAct: () => void install() },
    });
  };
  const latest = useRef(offer);
  useEffect(() => {
    latest.current = offer;
  });

  useEffect(() => {
    if (!due) return undefined;
    const timer = setTimeout(() => latest.current(), Math.max(0, soonest - performance.now()));
    return () => clearTimeout(timer);
  }, [due]);

  return null;
}
