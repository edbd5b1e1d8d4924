import '#client/startup/zod-jitless.ts';
import {
  savePushSettings,
  pushSettings,
  pushTipster,
  subscribePush,
  unsubscribePush,
} from '#contract/account/push.ts';
import { pushedNoticeKinds } from '#domain/notice.ts';
import type { ApiAnswer } from '#sync/backend/api.ts';
import type { Engine } from '#sync/engine.ts';
import { pushDocument, pushWordsDocument } from '#sync/refresh/document-names.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { getPushManager, readPushSubscription } from './push-manager.ts';
import type { PushControls, PushAnswer, PushChoices } from './push.ts';

type PushContext = { engine: Engine | undefined; store: MemberStore; choices: PushChoices };

/** Creates the functions that change the push choices; a change starts from the stored choices. */
export function createPushActions({
  engine,
  store,
  choices,
}: PushContext): Omit<PushControls, 'state' | 'choices'> {
  /** Shows a change at once, and restores the previous value if the server refuses it. */
  const sendOptimistically = async (
    change: PushChoicesChange,
    before: PushChoicesChange,
    send: (to: Engine) => Promise<PushAnswer>,
  ) => {
    await putChoices(store, change);
    const answer = engine ? await send(engine) : noAnswer;
    if (answer.kind !== 'ok') await putChoices(store, before);
    return answer;
  };
  const choose: PushControls['choose'] = async (choice) => {
    const before = { kinds: choices.kinds, quiet: choices.quiet };
    const body = { ...before, ...choice };
    return sendOptimistically(body, before, async ({ api }) =>
      toPushAnswer(await api.call(savePushSettings, { body })),
    );
  };

  return {
    choose,
    async turnOn(words) {
      if (!engine || choices.publicKey === null) return noAnswer;
      const permission = await Notification.requestPermission();
      if (permission !== 'granted')
        return { kind: permission === 'denied' ? 'blocked' : 'dismissed' };
      const subscription = await subscribeThisBrowser(choices.publicKey).catch(() => undefined);
      if (!subscription) return { kind: 'failed' };
      const { endpoint, expirationTime = null, keys } = subscription.toJSON();
      const body = { endpoint, expirationTime, keys };
      const answer = toPushAnswer(await engine.api.call(subscribePush, { body }));
      if (answer.kind !== 'ok') {
        await subscription.unsubscribe();
        return answer;
      }
      await store.documents.put({ name: pushWordsDocument, value: words, fetchedAt: 0 });
      // A new subscription includes every kind of notice until the member chooses.
      const chosen =
        choices.kinds.length === 0 ? await choose({ kinds: [...pushedNoticeKinds] }) : answer;
      await engine.refresh('push');
      return chosen;
    },
    async turnOff() {
      // Without a subscription no push arrives at this browser, whatever the server answers.
      await (await readPushSubscription())?.unsubscribe();
      await store.documents.delete(pushWordsDocument);
      await putChoices(store, { here: false });
      return engine ? toPushAnswer(await engine.api.call(unsubscribePush)) : noAnswer;
    },
    chooseTipster: async (tipsterId, push) => {
      const { tipsters } = choices;
      const others = tipsters.filter((id) => id !== tipsterId);
      const chosen = { tipsters: push ? [...others, tipsterId] : others };
      return sendOptimistically(chosen, { tipsters }, async ({ api }) =>
        toPushAnswer(await api.call(pushTipster, { params: { id: tipsterId }, body: { push } })),
      );
    },
  };
}

type PushChoicesChange = Partial<PushChoices>;

/** Changes the stored choices, which may be newer than the choices on the screen. */
async function putChoices({ documents }: MemberStore, change: PushChoicesChange): Promise<void> {
  await documents
    .where('name')
    .equals(pushDocument)
    .modify((row) => {
      row.value = { ...pushSettings.reply.safeParse(row.value).data, ...change };
    });
}

const noAnswer: PushAnswer = { kind: 'unreachable', cause: 'network' };

function toPushAnswer(answer: ApiAnswer<unknown>): PushAnswer {
  return answer.kind === 'unchanged' ? noAnswer : answer;
}

/** Subscribes this browser; replaces a subscription that has another server's key. */
async function subscribeThisBrowser(publicKey: string): Promise<PushSubscription | undefined> {
  const manager = await getPushManager();
  const wish = { userVisibleOnly: true, applicationServerKey: publicKey };
  return manager?.subscribe(wish).catch(async () => {
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(wish);
  });
}
