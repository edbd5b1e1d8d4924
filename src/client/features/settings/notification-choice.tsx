import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { NotificationPreference } from '#sync/notification-preference.ts';
import { directionOf } from '#client/data/languages.ts';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import { useTimeOut } from '#client/data/use-time-out.ts';
import { useNotificationPreference } from '#client/data/notification-preference.ts';
import { Loading, Notice } from '#client/ui/notice.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';
import { CheckChoice } from './choices.tsx';

/** Whether the phone tells of what was sent, or refused, while the app was closed. Off until asked for. */
export function NotificationChoice() {
  const { t } = useLingui();
  const preference = useNotificationPreference();
  const { state, turnOn, turnOff } = preference;
  const notSavedWords = useNotSavedWords();
  const timeOutUntil = useTimeOut();
  const words = usePreferenceWords();
  const { busy: asking, run } = useTask((error) =>
    notify({ tone: 'lost', title: t`Not saved`, text: notSavedWords(error) }),
  );
  useWordsReadHere(preference, words);

  if (state === undefined || timeOutUntil === undefined) {
    return <Loading shape="line" rows={1} label={<Trans>Looking at your notifications</Trans>} />;
  }
  if (state === 'unsupported') {
    return (
      <p>
        <Trans>
          This browser sends nothing while the app is closed, so there is nothing it could tell you.
          What waits is sent when you open the app, and the app says so.
        </Trans>
      </p>
    );
  }
  const change = async (wanted: boolean) =>
    run(async () => {
      if (!wanted) await turnOff();
      else if ((await turnOn(words)) === 'off') {
        const text = t`The browser asked, and nobody said yes. You can try it again.`;
        notify({ tone: 'waiting', title: t`Notifications stay off`, text });
      }
    });
  return (
    <div className="grid gap-3">
      <CheckChoice
        className="gap-3"
        checked={state === 'on'}
        disabled={state === 'denied'}
        onChange={(wanted) => {
          // What has the focus is not switched off while the browser asks.
          if (!asking) void change(wanted);
        }}
        label={<Trans>Tell me what was sent while the app was closed</Trans>}
        hint={
          <Trans>
            Also when something was refused. It names no game and no stake, and it ends when you log
            out.
          </Trans>
        }
      />
      {state === 'denied' && (
        <Notice tone="saved" role="note">
          <Trans>
            This browser shows no notifications of Touchline: that was forbidden once. Allow them in
            the browser’s settings for this site, then come back here.
          </Trans>
        </Notice>
      )}
      {state === 'on' && timeOutUntil && (
        <p className="text-sm">
          <Trans>During your break it stays silent.</Trans>
        </p>
      )}
    </div>
  );
}

/**
 * Notifications speak the language that was last read here. Not an answer to what another window
 * stores: two of them in two languages would never end.
 */
function useWordsReadHere(
  { state, kept, reword }: ReturnType<typeof useNotificationPreference>,
  words: NotificationPreference,
) {
  const isOn = state === 'on';
  const speakHere = useEffectEvent((own: NotificationPreference) => {
    if (document.visibilityState !== 'visible') return;
    if (JSON.stringify(kept) !== JSON.stringify(own)) void reword(own).catch(() => undefined);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const look = () => speakHere(words);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isOn, words]);
}

/** The sentences a locked screen may show: nobody learns from them what was tipped. */
function usePreferenceWords() {
  const { t, i18n } = useLingui();
  const lang = i18n.locale;
  const sent = t`What you saved was sent.`;
  const needsYou = t`Something you saved needs you.`;
  return useMemo(() => ({ lang, dir: directionOf(lang), sent, needsYou }), [lang, sent, needsYou]);
}
