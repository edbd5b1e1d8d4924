import { pushChoices } from '#contract/account/push.ts';
import type { Api } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { pushDocument } from './document-names.ts';
import { documentOf, type Freshness, shortOf } from './pull.ts';

type PushParts = { api: Api; store: MemberStore; backend: Backend; now: () => number };

/** Refreshes the member's push settings and this browser's subscription. */
export async function refreshPush({ api, store, backend, now }: PushParts): Promise<Freshness> {
  if (!backend.can.extensions) return 'failed';
  const answer = await api.call(pushChoices);
  if (answer.kind !== 'ok') return shortOf(answer);
  await store.documents.put(documentOf(pushDocument, answer.reply, undefined, now()));
  return 'fresh';
}
