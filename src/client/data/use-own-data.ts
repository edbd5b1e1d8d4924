import { useMemo } from 'react';
import type { OwnFileFormat } from '#sync/own-file.ts';
import { session } from '../session/session.ts';
import { useAccounts } from './use-accounts.ts';
import { download } from './use-export.ts';
import { useLogOut } from './use-log-out.ts';
import { useRunning } from './running.ts';

/**
 * What came of it; `refused` carries the server's reason. After `left-behind` the account is gone,
 * and not all of it could be removed from this device.
 */
export type Deleting =
  | 'deleted'
  | 'left-behind'
  | 'unreachable'
  | { refused: { code: string; message: string } };

/** What a member may do with everything of their own. Both need the server. */
export function useOwnData(): {
  /** Saves the server's copy as a file. */
  save: (format: OwnFileFormat) => Promise<'saved' | 'unreachable' | 'session-ended'>;
  /** Deletes the account, then all of it on this device. */
  deleteAccount: (password: string) => Promise<Deleting>;
} {
  const { configuration } = useRunning();
  const ask = useAccounts();
  const logOut = useLogOut();
  return useMemo(
    () => ({
      save: async (format) => {
        if (configuration === undefined) return 'unreachable';
        const own = await import('#sync/own-file.ts').catch(() => undefined);
        if (own === undefined) return 'unreachable';
        const file = await own.fetchOwnFile(format, {
          baseUrl: configuration.apiBaseUrl,
          token: session.get()?.token,
          fetch: (input, init) => globalThis.fetch(input, init),
        });
        if (typeof file === 'string') return file;
        download(file, format);
        return 'saved';
      },
      deleteAccount: async (password) => {
        const answer = await ask((accounts) => accounts.deleteAccount(password));
        if (answer.kind === 'refused') return { refused: answer };
        if (answer.kind === 'unreachable') return 'unreachable';
        return logOut('delete').then(
          () => 'deleted',
          () => 'left-behind',
        );
      },
    }),
    [configuration, ask, logOut],
  );
}
