import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { noteOffered, useInstall, useUsefulAct, wasOffered } from '#client/data/device/install.ts';
import { notify, shownCount } from '#client/ui/messages/toasts.ts';

/** Nobody knows after less whether they want an app. */
const soonest = 30_000;

/** Where a tip that was just saved lies: it is looked at, and may still be taken back there. */
const newTipAt = '/tips/my-tips';

/**
 * Offers the home screen once a tip was saved or posted here, and then not again for a month. It
 * lies over a good part of a phone, so it waits until nothing else does and the tip was seen.
 */
export function InstallOffer() {
  const { t } = useLingui();
  const { way, install } = useInstall();
  const useful = useUsefulAct();
  const isFree = useSyncExternalStore(shownCount.subscribe, shownCount.get) === 0;
  const isElsewhere = useLocation({ select: ({ pathname }) => pathname !== newTipAt });
  const due = useful && isFree && isElsewhere && (way === 'prompt' || way === 'by-hand');

  const offer = useEffectEvent(() => {
    if (wasOffered()) return;
    noteOffered();
    const title = t`Keep Touchline on your home screen`;
    const byHand = t`Tap Share, then Add to Home Screen. It opens offline, and what you save is kept longer.`;
    const byPrompt = t`It opens offline, and what you save is kept longer.`;
    const text = way === 'by-hand' ? byHand : byPrompt;
    const act = { label: t`Install`, onAct: () => void install() };
    notify({ tone: 'waiting', title, text, ...(way === 'prompt' && { act }) });
  });

  useEffect(() => {
    if (!due) return undefined;
    const timer = setTimeout(() => offer(), Math.max(0, soonest - performance.now()));
    return () => clearTimeout(timer);
  }, [due]);

  return null;
}
