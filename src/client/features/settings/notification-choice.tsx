import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useDevice } from '#client/data/device/device.tsx';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { directionOf } from '#client/data/languages.ts';
import { useReportSaveError } from '#client/data/outbox/save-error.ts';
import { useStorageIsDurable } from '#client/data/device/storage.ts';
import { useTimeOutEnd } from '#client/data/time-out.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { Loading, Notice } from '#client/ui/notice.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { notificationPreferenceDocument } from '#sync/refresh/document-names.ts';
import type { NotificationPreference } from '#sync/notification-preference.ts';
import { SettingRow, SettingRowBody, SwitchRow } from './setting-rows.tsx';

/** Turns on notifications about changes that were sent or refused while the app was closed. */
export function NotificationChoice() {
  const preference = useNotificationPreference();
  const { state } = preference;
  const timeOutUntil = useTimeOutEnd();
  if (state === undefined || timeOutUntil === undefined) {
    return (
      <SettingRowBody>
        <Loading shape="line" rows={1} label={t`Loading your notifications`} />
      </SettingRowBody>
    );
  }
  if (state === 'unsupported') {
    return (
      <SettingRow
        label={t`Notifications`}
        hint={t`This browser sends nothing while the app is closed.`}
      />
    );
  }
  return (
    <div>
      <NotificationSwitch preference={preference} />
      {state === 'denied' && (
        <SettingRowBody>
          <Notice tone="saved" role="note">
            <Trans>
              Notifications are blocked in your browser. Allow them in its settings for this site.
            </Trans>
          </Notice>
        </SettingRowBody>
      )}
      {state === 'on' && timeOutUntil && (
        <p className="px-4 pb-2 text-sm">{t`Silent during your break.`}</p>
      )}
    </div>
  );
}

function NotificationSwitch({ preference }: { preference: Preference }) {
  const words = useNotificationTexts();
  useStoreTextsOfLanguage(preference, words);
  const { busy: asking, run } = useTask(useReportSaveError());
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
        // The switch stays enabled during the browser's prompt, because it would lose the focus.
        if (!asking) void change(isOn);
      }}
      label={t`Tell me what was sent while the app was closed`}
      hint={<Trans>It names no game and no stake.</Trans>}
    />
  );
}

/**
 * Stores the texts of this window's language for the service worker, only when this language
 * changes: two windows with different languages would otherwise overwrite each other forever.
 */
function useStoreTextsOfLanguage(
  { state, stored, put }: Preference,
  words: NotificationPreference,
) {
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

/** The notification texts. They contain no picks, because a locked screen may show them. */
function useNotificationTexts() {
  const lang = i18n.locale;
  const sent = t`What you saved was sent.`;
  const needsYou = t`Something you saved waits for your decision.`;
  return useMemo(() => ({ lang, dir: directionOf(lang), sent, needsYou }), [lang, sent, needsYou]);
}

/** The state of notifications for this member on this phone. */
type NotificationState = 'unsupported' | 'denied' | 'off' | 'on';

type Preference = ReturnType<typeof useNotificationPreference>;

/**
 * Reads and changes the preference for the service worker's notifications. It is one of the
 * member's private rows, which a logout removes.
 */
function useNotificationPreference() {
  const { member } = useDevice();
  const store = member?.store;
  /** The stored texts; they are replaced when the language changes. */
  const stored = useStoredDocument(collections.preference);
  const isDurable = useStorageIsDurable();
  const [permission, setPermission] = useState(readPermission);
  useEffect(() => subscribeToPageShown(() => setPermission(readPermission())), []);

  const put = async (value: NotificationPreference) => {
    await store?.documents.put({ name: notificationPreferenceDocument, value, fetchedAt: 0 });
  };
  /** Requests the browser's permission, which may show a prompt. */
  const turnOn = async (words: NotificationPreference): Promise<NotificationState> => {
    const answer = await Notification.requestPermission();
    setPermission(readPermission());
    if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'off';
    await put(words);
    return 'on';
  };
  const turnOff = async () => {
    await store?.documents.delete(notificationPreferenceDocument);
  };
  const state = toNotificationState(isDurable ? permission : undefined, stored !== null);
  return {
    state: stored === undefined ? undefined : state,
    stored: stored?.value,
    turnOn,
    turnOff,
    put,
  };
}

function toNotificationState(
  permission: NotificationPermission | undefined,
  wished: boolean,
): NotificationState {
  if (permission === undefined) return 'unsupported';
  if (permission === 'denied') return 'denied';
  return wished && permission === 'granted' ? 'on' : 'off';
}

/** Reads the permission; undefined if the browser has no notifications or background sends. */
function readPermission(): NotificationPermission | undefined {
  const sends = 'SyncManager' in globalThis && 'serviceWorker' in navigator;
  return sends && 'Notification' in globalThis ? Notification.permission : undefined;
}

/** Calls `look` when the page is shown, because the browser's permission may have changed. */
function subscribeToPageShown(look: () => void): () => void {
  globalThis.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    globalThis.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}
