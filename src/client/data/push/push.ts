import { useEffect, useEffectEvent, useState } from 'react';
import { onBrowserEvents } from '#client/browser-events.ts';
import type { pushSettings } from '#contract/account/push.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { ApiAnswer } from '#sync/backend/api.ts';
import type { NotificationTexts } from '#sync/notification-texts.ts';
import { notificationTextsDocument } from '#sync/refresh/document-names.ts';
import { useDevice } from '../device/device.tsx';
import { collections, useCollection } from '../collections.ts';
import { useRefresh } from '../device/refresh.ts';
import { useEngineState } from '../device/engine-state.ts';
import { useStorageIsDurable } from '../device/storage.ts';
import { readPushSubscription } from './push-manager.ts';

export type PushChoices = ReplyOf<typeof pushSettings>;

/**
 * The result of a change: done, refused by the server, no response, or permission denied by the
 * person.
 */
export type PushAnswer =
  | Exclude<ApiAnswer<unknown>, { kind: 'unchanged' }>
  | { kind: 'blocked' | 'dismissed' | 'failed' };

/** Whether this browser notifies the member, or the reason why not. */
type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** The member's push choices and the actions that change them. */
export type PushControls = {
  state: PushState;
  choices: PushChoices;
  /**
   * Requests the browser's permission, which may show a prompt, and subscribes. Without pushes
   * the worker reports only what it sent while the app was closed.
   */
  turnOn: (texts: NotificationTexts) => Promise<PushAnswer>;
  turnOff: () => Promise<PushAnswer>;
  choose: (choice: Partial<Pick<PushChoices, 'kinds' | 'quiet'>>) => Promise<PushAnswer>;
  /** Chooses whether a followed tipster's tips are pushed. */
  chooseTipster: (tipsterId: string, push: boolean) => Promise<PushAnswer>;
};

const noPushes: PushChoices = {
  publicKey: null,
  here: false,
  kinds: [],
  quiet: null,
  tipsters: [],
};

/**
 * The push choices by the server's last response, without a public key if it has no pushes;
 * undefined until they were read. Nothing is queued: subscribing a browser needs a connection.
 */
export function usePushControls(): PushControls | undefined {
  const { member } = useDevice();
  const { engine } = useEngineState();
  const store = member?.store;
  const refresh = useRefresh('push');
  const isDurable = useStorageIsDurable();
  const stored = useCollection(collections.push);
  const { permission, subscribed, look } = useBrowserPushState();
  const texts = useCollection(collections.notificationTexts);
  if (!store || stored === undefined || texts === undefined) return undefined;
  if (stored === null && refresh.state === 'waiting') return undefined;
  const choices = stored?.value ?? noPushes;
  const hasPushes = choices.publicKey !== null;
  const canNotify = isDurable && (hasPushes ? 'PushManager' : 'SyncManager') in globalThis;
  const isOn = hasPushes ? choices.here && subscribed : texts !== null;
  const state = toPushState(canNotify ? permission : undefined, isOn);
  // The calls and their schemas load with the first action.
  const loadActions = async () => {
    const { createPushActions } = await import('./push-actions.ts');
    return createPushActions({ engine, store, choices });
  };
  return {
    state,
    choices,
    turnOn: async (texts) =>
      loadActions()
        .then(({ turnOn }) => turnOn(texts))
        .finally(look),
    turnOff: async () =>
      loadActions()
        .then(({ turnOff }) => turnOff())
        .finally(look),
    choose: async (choice) => (await loadActions()).choose(choice),
    chooseTipster: async (tipsterId, push) => (await loadActions()).chooseTipster(tipsterId, push),
  };
}

function toPushState(permission: NotificationPermission | undefined, isOn: boolean): PushState {
  if (permission === undefined) return 'unsupported';
  if (permission === 'denied') return 'blocked';
  return isOn && permission === 'granted' ? 'on' : 'off';
}

/**
 * The browser's permission, which a person may change in the browser settings while the page is
 * hidden.
 */
function useBrowserPushState() {
  const [permission, setPermission] = useState(readPermission);
  const [subscribed, setSubscribed] = useState(true);
  const look = () => {
    setPermission(readPermission());
    void readPushSubscription().then((one) => setSubscribed(one !== null));
  };
  const looked = useEffectEvent(look);
  useEffect(() => {
    const again = () => looked();
    again();
    return onBrowserEvents(['focus', 'visibilitychange'], again);
  }, []);
  return { permission, subscribed, look };
}

/** Undefined in a browser without notifications of a worker. */
function readPermission(): NotificationPermission | undefined {
  const hasWorkers = 'serviceWorker' in navigator;
  return hasWorkers && 'Notification' in globalThis ? Notification.permission : undefined;
}

/**
 * Notifications use the language last used here. Only changes of this window's language trigger a
 * write: reacting to another window's write would never end with two languages.
 */
export function useStoreNotificationTexts(texts: NotificationTexts, isOn: boolean): void {
  const { member } = useDevice();
  const store = member?.store;
  const stored = useCollection(collections.notificationTexts)?.value;
  const put = useEffectEvent((own: NotificationTexts) => {
    if (document.visibilityState !== 'visible') return;
    if (JSON.stringify(stored) === JSON.stringify(own)) return;
    const row = { name: notificationTextsDocument, value: own, fetchedAt: 0 };
    void store?.documents.put(row).catch(() => undefined);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const look = () => put(texts);
    look();
    return onBrowserEvents(['visibilitychange'], look);
  }, [isOn, texts]);
}
