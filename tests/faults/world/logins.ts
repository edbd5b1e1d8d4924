import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';

import { newId } from '#sync/ids.ts';
import { endMirroredLogin, LoginStore, mirrorLogin } from '#sync/login-store.ts';
import { PublicStore } from '#sync/public-store.ts';

import type { Device } from './device.ts';
import { logsIn, type Person } from './people.ts';
import type { Server } from './server.ts';

/** What the app keeps at its first start, so that its worker finds the server. */
export async function install(device: Device): Promise<void> {
  await briefly(new PublicStore(bare(device)), async (store) => {
    const value = { apiBaseUrl: '', oddsBaseUrl: '/odds', oddsApiKey: '' };
    await store.documents.put({ name: 'configuration', value, fetchedAt: 0 });
  });
}

/** Somebody logs in on a device; every tab and the worker find the login. */
export async function logInOn(device: Device, server: Server, person: Person): Promise<void> {
  const token = await logsIn(server, person);
  device.login = { person, token };
  if (device.hasWorker)
    await briefly(new LoginStore(bare(device)), async (store) =>
      mirrorLogin(store, { memberId: person.id, userId: person.id, token }),
    );
}

/** Logs out: private rows go, and what was never sent as its member has decided. */
export async function logOutOf(device: Device, unsent: 'keep' | 'delete'): Promise<void> {
  const { login } = device;
  if (!login) return;
  device.login = undefined;
  if (device.hasWorker)
    await briefly(new LoginStore(bare(device)), async (store) =>
      endMirroredLogin(store, login.token),
    );
  await wipe(device, `touchline-${login.person.id}`);
  if (unsent === 'delete') await wipe(device, `touchline-outbox-${login.person.id}`);
}

/** The outbox as the first build of the app has made it, with what it never came to send. */
export async function leaveOlderOutbox(
  device: Device,
  person: Person,
  people: readonly Person[],
): Promise<void> {
  const store = new Dexie(`touchline-outbox-${person.id}`, bare(device));
  store.version(1).stores({ operations: '++seq, &id, lane' });
  const others = people.filter(({ id }) => id !== person.id);
  const rows = others.map(({ id: tipsterId }) => ({
    id: newId(device.now()),
    memberId: person.id,
    kind: 'follow.set',
    v: 1,
    lane: `follow:${tipsterId}`,
    deps: [],
    payload: { tipsterId, following: false },
    state: 'pending',
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    sentEver: false,
    queuedAt: new Date(device.now()).toISOString(),
    log: [],
  }));
  await briefly(store, async ({ tables }) => {
    await tables[0]?.bulkAdd(rows);
  });
}

/** Empties every table of a database, whatever version of the app has made it. */
async function wipe(device: Device, name: string): Promise<void> {
  if (!device.disk.names().includes(name)) return;
  await briefly(new Dexie(name, bare(device)), async (store) => {
    await store.open();
    await Promise.all(store.tables.map(async (table) => table.clear()));
  });
}

function bare({ disk }: Device) {
  return { indexedDB: disk.bare, IDBKeyRange };
}

async function briefly<Store extends Dexie>(
  store: Store,
  act: (store: Store) => Promise<void>,
): Promise<void> {
  try {
    await act(store);
  } finally {
    store.close();
  }
}
