import { useEffect, useEffectEvent, useState } from 'react';
import { onBrowserEvents } from '#client/browser-events.ts';
import type { pushSettings } from '#contract/account/push.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { ApiAnswer } from '#sync/backend/api.ts';
import type { NoticeTexts } from '#sync/notification-preference.ts';
import { pushWordsDocument } from '#sync/refresh/document-names.ts';
import { useDevice } from '../device/device.tsx';
import { collections, useStoredDocument } from '../collections.ts';
import { useRefresh } from '../device/refresh.ts';
import { useEngineState } from '../device/engine-state.ts';
import { useStorageIsDurable } from '../device/storage.ts';
import { readPushSubscription } from './push-manager.ts';

export type PushChoices = ReplyOf<typeof pushSettings>;

/**
 * The result of a change: success, refusal by the server, no response, or no permission by the
 * person.
 */
export type PushAnswer =
  | Exclude<ApiAnswer<unknown>, { kind: 'unchanged' }>
  | { kind: 'blocked' | 'dismissed' | 'failed' };

/** The state of pushes in this browser: received, turned off, forbidden or not supported. */
type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** The member's push choices and the actions that change them. */
export type PushControls = {
  state: PushState;
  choices: PushChoices;
  /** Requests the browser's permission, which may show a prompt, and subscribes. */
  turnOn: (words: NoticeTexts) => Promise<PushAnswer>;
  turnOff: () => Promise<PushAnswer>;
  choose: (choice: Partial<Pick<PushChoices, 'kinds' | 'quiet'>>) => Promise<PushAnswer>;
  /** Chooses whether a followed tipster's tips are pushed. */
  chooseTipster: (tipsterId: string, push: boolean) => Promise<PushAnswer>;
};

/**
 * The push choices of the last response; undefined until they were read, null if the server sends
 * no pushes. Nothing is queued, because a subscription needs a connection.
 */
export function usePushControls(): PushControls | null | undefined {
  const { member } = useDevice();
  const { engine } = useEngineState();
  const store = member?.store;
  useRefresh('push');
  const isDurable = useStorageIsDurable();
  const stored = useStoredDocument(collections.push);
  const { permission, subscribed, look } = useBrowserPushState();
  if (stored === undefined) return undefined;
  if (!store || stored === null || stored.value.publicKey === null) return null;
  const choices = stored.value;
  const state = toPushState(isDurable ? permission : undefined, choices.here && subscribed);
  // The calls and their schemas load with the first action.
  const loadActions = async () => {
    const { createPushActions } = await import('./push-actions.ts');
    return createPushActions({ engine, store, choices });
  };
  return {
    state,
    choices,
    turnOn: async (words) =>
      loadActions()
        .then(({ turnOn }) => turnOn(words))
        .finally(look),
    turnOff: async () =>
      loadActions()
        .then(({ turnOff }) => turnOff())
        .finally(look),
    choose: async (choice) => (await loadActions()).choose(choice),
    chooseTipster: async (tipsterId, push) => (await loadActions()).chooseTipster(tipsterId, push),
  };
}

function toPushState(permission: NotificationPermission | undefined, here: boolean): PushState {
  if (permission === undefined) return 'unsupported';
  if (permission === 'denied') return 'blocked';
  return here && permission === 'granted' ? 'on' : 'off';
}

/**
 * The permission and the subscription of this browser, which a person may change in the browser
 * settings while the page is hidden.
 */
function useBrowserPushState() {
  const [permission, setPermission] = useState(readPushPermission);
  const [subscribed, setSubscribed] = useState(true);
  const look = () => {
    setPermission(readPushPermission());
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

/** The permission for notifications; undefined if the browser does not support pushes. */
function readPushPermission(): NotificationPermission | undefined {
  const takes = 'PushManager' in globalThis && 'serviceWorker' in navigator;
  return takes && 'Notification' in globalThis ? Notification.permission : undefined;
}

/** Stores the texts of pushes in the current language for the service worker, which shows them. */
export function useStorePushTexts(words: NoticeTexts, isOn: boolean): void {
  const { member } = useDevice();
  const store = member?.store;
  const stored = useStoredDocument(collections.pushWords)?.value;
  const put = useEffectEvent((own: NoticeTexts) => {
    if (document.visibilityState !== 'visible') return;
    if (JSON.stringify(stored) === JSON.stringify(own)) return;
    const row = { name: pushWordsDocument, value: own, fetchedAt: 0 };
    void store?.documents.put(row).catch(() => undefined);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const look = () => put(words);
    look();
    return onBrowserEvents(['visibilitychange'], look);
  }, [isOn, words]);
}
