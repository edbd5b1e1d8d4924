import { useDevice } from '#client/data/device-context.tsx';
import { download } from '#client/data/export.ts';
import { useRunning } from '#client/data/running.ts';
import { useAccounts, useLogOut } from '#client/data/use-accounts.ts';
import { session } from '#client/session/session.ts';
import { keptTimeOutDocument } from '#sync/document-names.ts';
import type { OwnFileAnswer, OwnFileFormat } from '#sync/own-data-file.ts';

/**
 * What came of it; `refused` carries the server's reason. After `left-behind` the account is gone,
 * and not all of it could be removed from this device.
 */
export type Deleting =
  | 'deleted'
  | 'left-behind'
  | 'unreachable'
  | { refused: { code: string; message: string } };

/** What came of asking for the server's copy; whatever is not saved says why. */
export type Saving = 'saved' | Exclude<OwnFileAnswer, { kind: 'file' }>;

/** What a member may do with everything of their own. Both need the server. */
export function useOwnData() {
  const { configuration } = useRunning();
  const ask = useAccounts();
  const logOut = useLogOut();
  const { member } = useDevice();
  /** Saves the server's copy as a file. */
  const save = async (format: OwnFileFormat): Promise<Saving> => {
    const own = await import('#sync/own-data-file.ts').catch(() => undefined);
    if (configuration === undefined || own === undefined) {
      return { kind: 'unreachable', cause: 'no-answer' };
    }
    const answer = await own.fetchOwnFile(format, {
      baseUrl: configuration.apiBaseUrl,
      token: session.get()?.token,
      fetch: (input, init) => globalThis.fetch(input, init),
    });
    if (answer.kind !== 'file') return answer;
    download(answer.file, format);
    return 'saved';
  };
  /** Deletes the account, then all of it on this device. */
  const deleteAccount = async (password: string): Promise<Deleting> => {
    const answer = await ask((accounts) => accounts.deleteAccount(password));
    if (answer.kind === 'refused') return { refused: answer };
    if (answer.kind === 'unreachable') return 'unreachable';
    // There is nobody left to hold to a time-out.
    await member?.store.documents.delete(keptTimeOutDocument).catch(() => undefined);
    return logOut('delete').then(
      () => 'deleted',
      () => 'left-behind',
    );
  };
  return { save, deleteAccount };
}
