import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';

import { LoginStore, mirrorLogin, revokeLogin } from '#sync/storage/login-store.ts';
import { databaseIdDocument } from '#sync/storage/member-store.ts';
import { PublicStore } from '#sync/storage/public-store.ts';

import type { Device } from './device.ts';
import { logsIn, type Person } from './people.ts';
import type { Server } from './server.ts';

/** Stores what the app stores at its first start, so that the worker finds the server. */
export async function install(device: Device): Promise<void> {
  await briefly(new PublicStore(bare(device)), async (store) => {
    const value = { apiBaseUrl: '', oddsBaseUrl: '/odds', oddsApiKey: '' };
    await store.documents.put({ name: 'configuration', value, fetchedAt: 0 });
  });
}

/** Logs a person in on a device; every tab and the worker can read the login. */
export async function logInOn(device: Device, server: Server, person: Person): Promise<void> {
  const token = await logsIn(server, person);
  device.login = { person, token };
  if (device.hasWorker)
    await briefly(new LoginStore(bare(device)), async (store) =>
      mirrorLogin(store, { memberId: person.id, userId: person.id, token }),
    );
}

/** Logs out: deletes the private rows, and with 'delete' also unsent operations. */
export async function logOutOf(device: Device, unsent: 'keep' | 'delete'): Promise<void> {
  const { login } = device;
  if (!login) return;
  device.login = undefined;
  device.loggedOut.push(login.token);
  await briefly(new LoginStore(bare(device)), async (store) => revokeLogin(store, login.token));
  await wipe(device, `touchline-member-${login.person.id}`, unsent);
}

/** Empties a member's database except for the id of the database, and optionally the outbox. */
async function wipe(device: Device, name: string, unsent: 'keep' | 'delete'): Promise<void> {
  if (!device.disk.names().includes(name)) return;
  await briefly(new Dexie(name, bare(device)), async (store) => {
    await store.open();
    await Promise.all(
      store.tables.map(async (table) => {
        if (table.name === 'documents')
          await table.where('name').notEqual(databaseIdDocument).delete();
        else if (table.name !== 'operations' || unsent === 'delete') await table.clear();
      }),
    );
  });
}

function bare({ disk }: Device) {
  return { indexedDB: disk.bare, IDBKeyRange };
}

async function briefly<Store extends Dexie>(
  store: Store,
  run: (store: Store) => Promise<void>,
): Promise<void> {
  try {
    await run(store);
  } finally {
    store.close();
  }
}
