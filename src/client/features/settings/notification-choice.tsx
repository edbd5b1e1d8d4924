import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useDevice } from '#client/data/device/device.tsx';
import { collections, useCollection } from '#client/data/collections.ts';
import { directionOf } from '#client/data/languages.ts';
import { useReportNotSaved } from '#client/data/outbox/not-saved.ts';
import { useStorageIsDurable } from '#client/data/device/storage.ts';
import { useTimeOut } from '#client/data/time-out.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { Loading, Notice } from '#client/ui/notice.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { preferenceDocument } from '#sync/refresh/document-names.ts';
import type { NotificationPreference } from '#sync/notification-preference.ts';
import { Row, RowBody, SwitchRow } from './rows.tsx';

/** Notifications about changes sent or refused while the app was closed. Off by default. */
export function NotificationChoice() {
  const preference = useNotificationPreference();
  const { state } = preference;
  const timeOutUntil = useTimeOut();
  if (state === undefined || timeOutUntil === undefined) {
    return (
      <RowBody>
        <Loading shape="line" rows={1} label={t`Loading your notifications`} />
      </RowBody>
    );
  }
  if (state === 'unsupported') {
    return (
      <Row label={t`Notifications`} hint={t`This browser sends nothing while the app is closed.`} />
    );
  }
  return (
    <div>
      <NotificationSwitch preference={preference} />
      {state === 'denied' && (
        <RowBody>
          <Notice tone="saved" role="note">
            <Trans>
              Notifications are blocked in your browser. Allow them in its settings for this site.
            </Trans>
          </Notice>
        </RowBody>
      )}
      {state === 'on' && timeOutUntil && (
        <p className="px-4 pb-2 text-sm">{t`Silent during your break.`}</p>
      )}
    </div>
  );
}

function NotificationSwitch({ preference }: { preference: Preference }) {
  const words = usePreferenceWords();
  useWordsReadHere(preference, words);
  const { busy: asking, run } = useTask(useReportNotSaved());
  const { state, turnOn, turnOff } = preference;
  const change = async (isOn: boolean) =>
    run(async () => {
      if (!isOn) await turnOff();
      else if ((await turnOn(words)) === 'off') {
        notify({ tone: 'waiting', title: t`Notifications stay off` });
      }
    });
  return (
    <SwitchRow
      checked={state === 'on'}
      disabled={state === 'denied'}
      onChange={(isOn) => {
        // Disabling the switch during the browser's prompt would lose the focus.
        if (!asking) void change(isOn);
      }}
      label={t`Tell me what was sent while the app was closed`}
      hint={<Trans>It names no game and no stake.</Trans>}
    />
  );
}

/**
 * Notifications use the language last used here. Only changes of this window's language trigger a
 * write: reacting to another window's write would never end with two languages.
 */
function useWordsReadHere({ state, stored, put }: Preference, words: NotificationPreference) {
  const isOn = state === 'on';
  const storeLanguage = useEffectEvent((own: NotificationPreference) => {
    if (document.visibilityState !== 'visible') return;
    if (JSON.stringify(stored) !== JSON.stringify(own)) void put(own).catch(() => undefined);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const look = () => storeLanguage(words);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isOn, words]);
}

/** Texts for a locked screen, which reveal no picks. */
function usePreferenceWords() {
  const lang = i18n.locale;
  const sent = t`What you saved was sent.`;
  const needsYou = t`Something you saved waits for your decision.`;
  return useMemo(() => ({ lang, dir: directionOf(lang), sent, needsYou }), [lang, sent, needsYou]);
}

/** Whether this member is notified on this phone, or the reason why not. */
type PreferenceState = 'unsupported' | 'denied' | 'off' | 'on';

type Preference = ReturnType<typeof useNotificationPreference>;

/**
 * The worker's notifications about changes sent while the app was closed. The preference is one of
 * the member's private rows on this phone and is removed at logout.
 */
function useNotificationPreference() {
  const { member } = useDevice();
  const store = member?.store;
  /** The stored texts, which another language's replace. */
  const stored = useCollection(collections.preference);
  const isDurable = useStorageIsDurable();
  const [permission, setPermission] = useState(permissionNow);
  useEffect(() => onLook(() => setPermission(permissionNow())), []);

  const put = async (value: NotificationPreference) => {
    await store?.documents.put({ name: preferenceDocument, value, fetchedAt: 0 });
  };
  /** Requests the browser's permission, which may prompt the person. */
  const turnOn = async (words: NotificationPreference): Promise<PreferenceState> => {
    const answer = await Notification.requestPermission();
    setPermission(permissionNow());
    if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'off';
    await put(words);
    return 'on';
  };
  const turnOff = async () => {
    await store?.documents.delete(preferenceDocument);
  };
  const state = stateOf(isDurable ? permission : undefined, stored !== null);
  return {
    state: stored === undefined ? undefined : state,
    stored: stored?.value,
    turnOn,
    turnOff,
    put,
  };
}

function stateOf(permission: NotificationPermission | undefined, wished: boolean): PreferenceState {
  if (permission === undefined) return 'unsupported';
  if (permission === 'denied') return 'denied';
  return wished && permission === 'granted' ? 'on' : 'off';
}

/** The browser's permission; undefined without notifications or background sending. */
function permissionNow(): NotificationPermission | undefined {
  const sends = 'SyncManager' in globalThis && 'serviceWorker' in navigator;
  return sends && 'Notification' in globalThis ? Notification.permission : undefined;
}

/** A person may change it in the browser's settings while the page is hidden. */
function onLook(look: () => void): () => void {
  globalThis.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    globalThis.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}
