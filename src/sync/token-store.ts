import { Dexie, type DexieOptions, type EntityTable } from 'dexie';

/** The session's token where a service worker can read it: workers have no localStorage. */
export class TokenStore extends Dexie {
  declare tokens: EntityTable<{ name: 'current'; memberId: string; token: string }, 'name'>;

  constructor(options: DexieOptions = {}) {
    super('touchline-token', options);
    this.version(1).stores({ tokens: 'name' });
  }
}

/** Mirrors a login. */
export async function keepToken(store: TokenStore, memberId: string, token: string): Promise<void> {
  await store.tokens.put({ name: 'current', memberId, token });
}

/** Mirrors a logout. */
export async function forgetToken(store: TokenStore): Promise<void> {
  await store.tokens.clear();
}

/** The mirrored login, if there is one. */
export async function keptToken(
  store: TokenStore,
): Promise<{ memberId: string; token: string } | undefined> {
  return store.tokens.get('current');
}
