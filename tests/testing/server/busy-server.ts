import { expect } from 'vitest';

import type { Limits } from '#server/limits.ts';

import { type Api, theApi } from './api.ts';
import { atTheEnd } from './clean-up.ts';
import { aMember, type Member } from '../people/members.ts';

export const profile = {
  firstName: 'Ada',
  lastName: 'Obi',
  country: 'NG',
  phoneNumber: '+2348012345678',
  state: 'Lagos',
  address: '1 Marina',
};
export const save = '/api/users/updateProfileWithoutImage';

/** A server with this number of running calls, each of another member, until `finishCalls`. */
export async function aBusyServer({ busy, ...limits }: Partial<Limits> & { busy: number }) {
  const api = await theApi({ limits });
  const members: Member[] = [];
  while (members.length < busy) members.push(await aMember(api));
  const other = await aMember(api);
  const release = await holdDatabase(api);
  const begun = members.map(async ({ token }) => api.put(save, { token, body: profile }));
  await expect.poll(() => api.database.$client.waitingCount).toBe(busy);
  const finishCalls = async () => {
    release();
    return Promise.all(begun);
  };
  return { api, members, other, finishCalls };
}

/** Takes all database connections, so that calls wait until the returned function is called. */
export async function holdDatabase(api: Api): Promise<() => void> {
  const pool = api.database.$client;
  // Calls that wait for a connection must not time out on a busy machine.
  pool.options.connectionTimeoutMillis = 60_000;
  const clients = await Promise.all(
    Array.from({ length: pool.options.max }, async () => pool.connect()),
  );
  const release = () => {
    for (const connection of clients.splice(0)) connection.release();
  };
  atTheEnd(async () => release());
  return release;
}
