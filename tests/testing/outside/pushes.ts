import { expect } from 'vitest';
import * as z from 'zod/mini';

import { pushSettings } from '#contract/account/push.ts';
import { pushedNoticeKinds } from '#domain/notice.ts';
import type { JobTools } from '#server/jobs/job.ts';

import { atTheEnd } from '../server/clean-up.ts';
import { second } from '../clock/clock.ts';
import { aJobRunner, waitingJobs } from '../server/jobs.ts';
import type { Member } from '../people/members.ts';
import { aPushService } from './push-service.ts';
import { aCommunity, type Community } from '../tips/tips.ts';

type Wish = {
  tipster?: boolean;
  kinds?: readonly string[];
  quiet?: { from: number; until: number; zone: string } | null;
};

export type Crowd = Awaited<ReturnType<typeof aCrowd>>;

/** A server with a push key, its tipster, and a member who follows the tipster. */
export async function aCrowd() {
  const service = await aPushService();
  atTheEnd(service.close);
  const community = await aCommunity({ settings: { vapid: service.vapid } });
  const { api, clock, tipster, other: fan } = community;
  const put = async (path: string, choice: object) => {
    const answer = await api.put(path, choice);
    expect(answer).toMatchObject({ status: 200 });
  };
  const runner = async (other?: Partial<JobTools>) =>
    aJobRunner({
      ...community.services,
      fetch: async (url, init = {}) => service.fetch(new Request(url).url, init),
      ...other,
    });
  const { run, ...own } = await runner();
  const follows = async (who: Member, isFollow: boolean) => {
    await put(`/api/users/followOrUnfollow?Id=${tipster.id}&isFollow=${isFollow}`, who);
    clock.passes(second);
  };
  const subscribes = async (who: Pick<Member, 'token'>) => {
    const browser = service.browser();
    await put('/api/push/subscriptions', { token: who.token, body: browser });
    return browser;
  };
  await follows(fan, true);

  return {
    service,
    community,
    fan,
    runner,
    ...own,
    follows,
    subscribes,
    as: { tipster },
    /** Runs the due jobs, which send pushes; returns their number. */
    news: run,
    /** Returns the queued push jobs. */
    waiting: async () => waitingJobs(api, 'pushes'),
    async wants(
      who: Member,
      { tipster: isChosen = true, kinds = pushedNoticeKinds, quiet = null }: Wish = {},
    ) {
      if (who !== tipster) await follows(who, true);
      if (isChosen) await put(`/api/push/tipsters/${tipster.id}`, { ...who, body: { push: true } });
      await put('/api/push', { ...who, body: { kinds, quiet } });
      return subscribes(who);
    },
  };
}

/** Returns a member's push settings. */
export async function choicesOf({ api }: Community, who: { token: string }) {
  const { body } = await api.get('/api/push', { token: who.token });
  return z.parse(pushSettings.reply, body);
}
