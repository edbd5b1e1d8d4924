import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import {
  type BackgroundRunDependencies,
  drainInBackground,
  pullInBackground,
} from '#sync/background.ts';
import { endMirroredLogin, LoginStore, mirrorLogin } from '#sync/storage/login-store.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import { databases } from './a-device.ts';
import { memberId, tokenOf } from './samples.ts';
import { virtualClock } from '../clock/virtual-clock.ts';

type ClosedAppParts = Partial<BackgroundRunDependencies> & {
  /** Id of the logged-in member; null if nobody is logged in. */
  member?: string | null;
  configuration?: unknown;
  /** Storage of the phone, which may contain databases of earlier builds. */
  indexedDB?: IDBFactory;
};

/** A phone without an open page: the browser may wake its service worker. */
export async function aClosedApp({ url }: { url: string }, parts: ClosedAppParts = {}) {
  const { member = memberId, configuration, indexedDB = new IDBFactory(), ...more } = parts;
  const databaseOptions = { indexedDB, IDBKeyRange };
  const { publicStore, store } = databases(memberId, indexedDB);
  const logins = new LoginStore(databaseOptions);
  const clock = virtualClock();
  const logsIn = async (owner: string, label = 'signature') => {
    const login = { memberId: owner, token: tokenOf(owner, label), userId: owner };
    await mirrorLogin(logins, login);
  };
  if (member !== null) await logsIn(member);
  const stored = configuration ?? { apiBaseUrl: url, oddsBaseUrl: `${url}/odds` };
  await publicStore.documents.put({ name: 'configuration', value: stored, fetchedAt: 0 });

  const background: BackgroundRunDependencies = {
    origin: url,
    fetch,
    clock,
    random: () => 0.5,
    databases: databaseOptions,
    ...more,
  };
  return {
    background,
    publicStore,
    store,
    clock,
    logsIn,
    logsOut: async (owner = memberId) => endMirroredLogin(logins, tokenOf(owner)),
    did: <Kind extends OperationKind>(kind: Kind, payload: PayloadOf<Kind>) =>
      queueOperation(store, { memberId, kind, payload, now: clock.now() }),
    states: async () => (await readOutbox(store)).map(({ state }) => state),
    outbox: () => readOutbox(store),
    /** Stores that an earlier start recognised this backend by a ping. */
    knowsThatItIsOurs: async () =>
      publicStore.documents.put({ name: 'backend', value: url, fetchedAt: 0 }),
    /** Upgrades one database as a later build would, so that this build cannot open it. */
    async becomesNewer(which: 'login' | 'public' | 'member') {
      const stores = { login: logins, public: publicStore, member: store };
      const { name } = await stores[which].open();
      for (const opened of Object.values(stores)) opened.close();
      const opening = indexedDB.open(name, 1000);
      await new Promise((opened) => {
        opening.addEventListener('success', opened);
      });
      opening.result.close();
    },
    /** The browser wakes the worker to send the outbox. */
    wakes: (again: Partial<BackgroundRunDependencies> = {}) =>
      drainInBackground({ ...background, ...again }),
    /** The browser wakes the worker to refresh data. */
    refreshes: () => pullInBackground(background),
  };
}
