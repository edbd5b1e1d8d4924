import { useCallback, useEffect, useState } from 'react';
import { preferenceDocument } from '#sync/document-names.ts';
import type { NotificationPreference } from '#sync/notification-preference.ts';
import { useDevice } from './device-context.tsx';
import { useDocument } from './use-document.ts';
import { useIsKept } from './use-storage.ts';

/** Whether this member is told on this phone, or why nobody can be. */
export type PreferenceState = 'unsupported' | 'denied' | 'off' | 'on';

/**
 * Being told by the worker of what was sent while the app was closed. The wish lies with the
 * member's private rows: it is this phone's alone, and goes with the logout.
 */
export function useNotificationPreference(): {
  /** Undefined until it was read. */
  state: PreferenceState | undefined;
  /** The words that are kept, so that another language's can take their place. */
  kept: unknown;
  /** Asks the browser, which may ask the person; answers what came of it. */
  turnOn: (words: NotificationPreference) => Promise<PreferenceState>;
  turnOff: () => Promise<void>;
  /** Keeps other words of a wish that stands. */
  reword: (words: NotificationPreference) => Promise<void>;
} {
  const { member } = useDevice();
  const store = member?.store;
  const kept = useDocument(store, preferenceDocument);
  const isKept = useIsKept();
  const permission = usePermission();

  const put = useCallback(
    async (value: NotificationPreference) => {
      await store?.documents.put({ name: preferenceDocument, value, fetchedAt: 0 });
    },
    [store],
  );
  const turnOn = async (words: NotificationPreference): Promise<PreferenceState> => {
    const answer = await Notification.requestPermission();
    permission.look();
    if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'off';
    await put(words);
    return 'on';
  };
  const turnOff = async () => {
    await store?.documents.delete(preferenceDocument);
  };
  const canTell = isKept && permission.told !== undefined;
  return {
    state: kept === undefined ? undefined : stateOf(canTell, permission.told, kept !== null),
    kept,
    turnOn,
    turnOff,
    reword: put,
  };
}

function stateOf(
  canTell: boolean,
  permission: NotificationPermission | undefined,
  wished: boolean,
): PreferenceState {
  if (!canTell) return 'unsupported';
  if (permission === 'denied') return 'denied';
  return wished && permission === 'granted' ? 'on' : 'off';
}

/** The browser's word; undefined where it shows no notifications, or sends nothing without a page. */
function permissionNow(): NotificationPermission | undefined {
  const sends = 'SyncManager' in globalThis && 'serviceWorker' in navigator;
  return sends && 'Notification' in globalThis ? Notification.permission : undefined;
}

/** Follows it: a person changes it in the browser's own settings, and comes back. */
function usePermission(): { told: NotificationPermission | undefined; look: () => void } {
  const [told, setTold] = useState(permissionNow);
  const look = useCallback(() => setTold(permissionNow()), []);
  useEffect(() => {
    globalThis.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      globalThis.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [look]);
  return { told, look };
}
