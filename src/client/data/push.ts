import { useEffect, useEffectEvent, useState } from 'react';
import type * as z from 'zod/mini';
import {
  choosePush,
  pushChoices,
  pushTipster,
  subscribePush,
  unsubscribePush,
} from '#contract/push.ts';
import { noticeKinds } from '#domain/notice.ts';
import type { Answer } from '#sync/backend/api.ts';
import type { Engine } from '#sync/engine.ts';
import type { NoticeWords } from '#sync/notification-preference.ts';
import { pushDocument, pushWordsDocument } from '#sync/refresh/document-names.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { useDevice } from './device/device.tsx';
import { useDocument } from './documents.ts';
import { useRefresh } from './device/refresh.ts';
import { useRunning } from './device/running.ts';
import { useStorageIsDurable } from './device/storage.ts';

export type PushChoices = z.output<typeof pushChoices.reply>;

/** What becomes of an act: done, refused by the server, without an answer, or not allowed by its person. */
export type PushAnswer =
  | Exclude<Answer<unknown>, { kind: 'unchanged' }>
  | { kind: 'blocked' | 'dismissed' | 'failed' };

/** Whether this browser takes pushes for the member, or why it does not. */
type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** What is pushed to the member, and how that is changed; null where nothing can be. */
export type Push = {
  state: PushState;
  choices: PushChoices;
  /** Asks the browser, which may ask its person, and subscribes. */
  turnOn: (words: NoticeWords) => Promise<PushAnswer>;
  turnOff: () => Promise<PushAnswer>;
  choose: (choice: Partial<Pick<PushChoices, 'kinds' | 'quiet'>>) => Promise<PushAnswer>;
  /** Whether the tips of somebody who is followed are pushed. */
  chooseTipster: (tipsterId: string, push: boolean) => Promise<PushAnswer>;
};

/**
 * What is pushed, as the server said last; undefined until that was read, null where it pushes nothing.
 * Nothing of it is queued: a browser can be subscribed only with a connection.
 */
export function usePush(): Push | null | undefined {
  const { member } = useDevice();
  const { engine } = useRunning();
  const store = member?.store;
  useRefresh('push');
  const isKept = useStorageIsDurable();
  const value = useDocument(store, pushDocument);
  const { permission, subscribed, look } = useBrowser();
  if (value === undefined) return undefined;
  const choices = pushChoices.reply.safeParse(value).data;
  if (!store || !choices || choices.publicKey === null) return null;
  const state = stateOf(isKept ? permission : undefined, choices.here && subscribed);
  const acts = actsOf({ engine, store, choices });
  return {
    ...acts,
    state,
    choices,
    turnOn: async (words) => acts.turnOn(words).finally(look),
    turnOff: async () => acts.turnOff().finally(look),
  };
}

function stateOf(permission: NotificationPermission | undefined, here: boolean): PushState {
  if (permission === undefined) return 'unsupported';
  if (permission === 'denied') return 'blocked';
  return here && permission === 'granted' ? 'on' : 'off';
}

/** What the browser says; a person changes it in its own settings, and comes back. */
function useBrowser() {
  const [permission, setPermission] = useState(permissionNow);
  const [subscribed, setSubscribed] = useState(true);
  const look = () => {
    setPermission(permissionNow());
    void subscriptionHere().then((one) => setSubscribed(one !== null));
  };
  const looked = useEffectEvent(look);
  useEffect(() => {
    const again = () => looked();
    again();
    globalThis.addEventListener('focus', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      globalThis.removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);
  return { permission, subscribed, look };
}

/** Undefined where the browser takes no pushes. */
function permissionNow(): NotificationPermission | undefined {
  const takes = 'PushManager' in globalThis && 'serviceWorker' in navigator;
  return takes && 'Notification' in globalThis ? Notification.permission : undefined;
}

async function pushManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  try {
    return (await (await pushManager())?.getSubscription()) ?? null;
  } catch {
    return null;
  }
}

type ActParts = { engine: Engine | undefined; store: MemberStore; choices: PushChoices };

function actsOf({ engine, store, choices }: ActParts): Omit<Push, 'state' | 'choices'> {
  /** Shows a change at once, and what was before where the server did not take it. */
  const shown = async (
    change: Change,
    before: Change,
    ask: (to: Engine) => Promise<PushAnswer>,
  ) => {
    await putChoices(store, change);
    const answer = engine ? await ask(engine) : noAnswer;
    if (answer.kind !== 'ok') await putChoices(store, before);
    return answer;
  };
  const choose: Push['choose'] = async (choice) => {
    const before = { kinds: choices.kinds, quiet: choices.quiet };
    const body = { ...before, ...choice };
    return shown(body, before, async ({ api }) => said(await api.call(choosePush, { body })));
  };

  return {
    choose,
    async turnOn(words) {
      if (!engine || choices.publicKey === null) return noAnswer;
      const asked = await Notification.requestPermission();
      if (asked !== 'granted') return { kind: asked === 'denied' ? 'blocked' : 'dismissed' };
      const subscription = await subscribed(choices.publicKey).catch(() => undefined);
      if (!subscription) return { kind: 'failed' };
      const { endpoint, expirationTime = null, keys } = subscription.toJSON();
      const body = { endpoint, expirationTime, keys };
      const answer = said(await engine.api.call(subscribePush, { body }));
      if (answer.kind !== 'ok') {
        await subscription.unsubscribe();
        return answer;
      }
      await store.documents.put({ name: pushWordsDocument, value: words, fetchedAt: 0 });
      // Whoever wants to be told wants all of it, until they choose.
      const chosen =
        choices.kinds.length === 0 ? await choose({ kinds: [...noticeKinds] }) : answer;
      await engine.refresh('push');
      return chosen;
    },
    async turnOff() {
      // Without it nothing arrives here any more, whatever becomes of the call.
      await (await subscriptionHere())?.unsubscribe();
      await store.documents.delete(pushWordsDocument);
      await putChoices(store, { here: false });
      return engine ? said(await engine.api.call(unsubscribePush)) : noAnswer;
    },
    chooseTipster: async (tipsterId, push) => {
      const { tipsters } = choices;
      const others = tipsters.filter((id) => id !== tipsterId);
      const chosen = { tipsters: push ? [...others, tipsterId] : others };
      return shown(chosen, { tipsters }, async ({ api }) =>
        said(await api.call(pushTipster, { params: { id: tipsterId }, body: { push } })),
      );
    },
  };
}

type Change = Partial<PushChoices>;

/** Changes what is stored of it, whatever was stored since it was shown. */
async function putChoices({ documents }: MemberStore, change: Change): Promise<void> {
  await documents
    .where('name')
    .equals(pushDocument)
    .modify((row) => {
      row.value = { ...pushChoices.reply.safeParse(row.value).data, ...change };
    });
}

const noAnswer: PushAnswer = { kind: 'unreachable', cause: 'network' };

function said(answer: Answer<unknown>): PushAnswer {
  return answer.kind === 'unchanged' ? noAnswer : answer;
}

/** Subscribes this browser; a subscription of another server's key goes first. */
async function subscribed(publicKey: string): Promise<PushSubscription | undefined> {
  const manager = await pushManager();
  const wish = { userVisibleOnly: true, applicationServerKey: publicKey };
  return manager?.subscribe(wish).catch(async () => {
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(wish);
  });
}

/** Pushes speak the language that was last read here. */
export function usePushWords(words: NoticeWords, isOn: boolean): void {
  const { member } = useDevice();
  const store = member?.store;
  const kept = useDocument(store, pushWordsDocument);
  const put = useEffectEvent((own: NoticeWords) => {
    if (document.visibilityState !== 'visible') return;
    if (JSON.stringify(kept) === JSON.stringify(own)) return;
    const row = { name: pushWordsDocument, value: own, fetchedAt: 0 };
    void store?.documents.put(row).catch(() => undefined);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const look = () => put(words);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isOn, words]);
}
