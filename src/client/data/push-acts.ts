import '../without-eval.ts';
import {
  choosePush,
  pushChoices,
  pushTipster,
  subscribePush,
  unsubscribePush,
} from '#contract/push.ts';
import { pushedNoticeKinds } from '#domain/notice.ts';
import type { Answer } from '#sync/backend/api.ts';
import type { Engine } from '#sync/engine.ts';
import { pushDocument, pushWordsDocument } from '#sync/refresh/document-names.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { pushManager, subscriptionHere } from './push-manager.ts';
import type { Push, PushAnswer, PushChoices } from './push.ts';

type ActParts = { engine: Engine | undefined; store: MemberStore; choices: PushChoices };

/** The acts of whoever chooses what is pushed, upon what is chosen by now. */
export function pushActs({ engine, store, choices }: ActParts): Omit<Push, 'state' | 'choices'> {
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
        choices.kinds.length === 0 ? await choose({ kinds: [...pushedNoticeKinds] }) : answer;
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
