import { t } from '@lingui/core/macro';
import { Trans, Plural, useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState, useEffect } from 'react';
import type * as z from 'zod/mini';
import { deleteAccount as deletion } from '#contract/account/accounts.ts';
import { download } from '#client/data/outbox/export.ts';
import { useStarted } from '#client/data/device/running.ts';
import { useAccounts, useLogOut } from '#client/data/account/use-accounts.ts';
import { session } from '#client/session/session.ts';
import type { FileAnswer, OwnFileFormat } from '#sync/own-data-file.ts';
import { useOperations } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { Form, showFieldCodes, useShapeForm } from '#client/ui/form/form.tsx';
import { shortTime } from '#client/ui/formats.ts';
import { Notice, Problem } from '#client/ui/notice.tsx';
import { noConnectionWords, serverWords } from '#client/ui/messages/problems.ts';
import { PasswordField } from '#client/ui/form/field.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useSending } from '#client/ui/use-task.ts';
import { FoldRow, RowBody } from './rows.tsx';

/** A download of all own data, which comes from the server and needs a connection. */
export function OwnDataFiles() {
  const { t } = useLingui();
  const { save } = useOwnData();
  const toLogin = useLoginInstead();
  const { busy, problem, send } = useSending();
  const [savedFormat, setSavedFormat] = useState<'json' | 'csv'>();
  const take = async (format: 'json' | 'csv') => {
    setSavedFormat(format);
    await send(async () => {
      const saved = await save(format);
      if (saved === 'saved') return undefined;
      if (saved.kind === 'refused' && toLogin(saved.problem.code)) return undefined;
      return wordsFor(saved);
    });
  };
  const words = { json: t`Save as JSON`, csv: t`Save as a table (CSV)` };
  return (
    <RowBody>
      <p className="text-sm text-dim">{t`Profile, tips with results, and whom you follow.`}</p>
      <div className="flex flex-wrap gap-2">
        {(['json', 'csv'] as const).map((format) => (
          <Button key={format} busy={busy} onClick={() => void take(format)}>
            {busy && savedFormat === format ? t`Processing...` : words[format]}
          </Button>
        ))}
      </div>
      {problem !== undefined && (
        <Notice role="alert" tone="saved">
          {problem}
        </Notice>
      )}
    </RowBody>
  );
}

/**
 * The error text of a failed download: the server's reason, and the time of the next possible one.
 */
function wordsFor(trouble: Exclude<Saving, 'saved'>): string {
  if (trouble.kind === 'unreachable') {
    return trouble.cause === 'too-slow'
      ? t`The server took too long. Try again.`
      : noConnectionWords();
  }
  const { problem, retryAfter } = trouble;
  if (retryAfter === undefined) return serverWords(problem);
  const time = shortTime(new Date(Date.now() + retryAfter));
  return t`The server takes it again from ${time} on.`;
}

const Password = deletion.body;

/** Deletes the account, after explaining the consequences and asking for the password. */
export function DeleteAccount() {
  const { t } = useLingui();
  return (
    <FoldRow label={t`Delete my account…`} danger>
      {(close) => (
        <>
          <p>
            <Trans>
              Deletes your name, phone number, address, picture, whom you follow and the texts of
              your tips. Tips you posted stay, under “Former member”. Nobody can undo this.
            </Trans>{' '}
            {t`You leave your pools; one of your own passes to whoever joined first after you.`}
          </p>
          <PasswordForm onKeep={close} />
        </>
      )}
    </FoldRow>
  );
}

function PasswordForm({ onKeep }: { onKeep: () => void }) {
  const { t } = useLingui();
  const unsent = useOperations()?.filter(({ state }) => state !== 'acked').length ?? 0;
  const form = useShapeForm(Password, { password: '' });
  const { setFocus } = form;
  const { busy, problem, send } = useSending();
  const remove = useDeletion((errors) => showFieldCodes(form, ['password'], errors));

  // The pressed button is gone.
  useEffect(() => setFocus('password'), [setFocus]);

  const submit = async ({ password }: z.output<typeof Password>) =>
    send(async () => remove(password));
  return (
    <Form form={form} onSubmit={submit} label={t`Delete your account`}>
      {unsent > 0 && (
        <Notice tone="warning">
          <Plural
            value={unsent}
            one="# change was never sent; it is deleted with the account."
            other="# changes were never sent; they are deleted with the account."
          />
        </Notice>
      )}
      <PasswordField
        name="password"
        autoComplete="current-password"
        enterKeyHint="done"
        label={t`Password`}
        words={{ required: t`Password is required`, wrong: t`The password is not right` }}
      />
      <Problem text={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" busy={busy}>
          {busy ? t`Processing...` : t`Delete my account for good`}
        </Button>
        <Button busy={busy} onClick={onKeep}>
          {t`Keep it`}
        </Button>
      </div>
    </Form>
  );
}

/**
 * Deletes the account and goes home; resolves to the error text of a failure, unless a field shows
 * it.
 */
function useDeletion(showErrors: (errors: FieldErrors) => boolean) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { deleteAccount } = useOwnData();
  const toLogin = useLoginInstead();
  const [isUncertain, setIsUncertain] = useState(false);
  return async (password: string): Promise<string | undefined> => {
    const deleting = await deleteAccount(password).catch((): Deleting => 'unreachable');
    if (deleting === 'deleted' || deleting === 'left-behind') {
      const text = t`Not everything of yours could be removed from this phone.`;
      const title = t`Your account is deleted`;
      notify({ tone: 'won', title, ...(deleting === 'left-behind' && { text }) });
      await navigate({ to: '/' });
      return undefined;
    }
    if (deleting === 'unreachable') {
      setIsUncertain(true);
      return t`No answer came, so we cannot tell yet whether it was deleted. Try again when you are online.`;
    }
    const { code, message, errors } = deleting.refused;
    if (showErrors(errors)) return undefined;
    if (!isUncertain && toLogin(code)) return undefined;
    return code === 'session-ended'
      ? t`This login has ended. If the first try deleted the account, nobody can log in with it any more.`
      : message;
  };
}

/** Leads to the login and back if a call was refused because the session has ended. */
function useLoginInstead(): (code: string) => boolean {
  const navigate = useNavigate();
  const { href } = useLocation();
  return (code) => {
    if (code !== 'session-ended' && code !== 'not-signed-in') return false;
    void navigate({ to: '/account/login', search: { returnUrl: href } });
    return true;
  };
}

/**
 * The result; `refused` has the server's reason. After `left-behind` the account is deleted, but
 * some rows on this device are not.
 */
type Deleting =
  | 'deleted'
  | 'left-behind'
  | 'unreachable'
  | { refused: { code: string; message: string; errors?: FieldErrors } };
type FieldErrors = Record<string, string[]> | undefined;

/** The result of a download of the server's copy. */
type Saving = 'saved' | Exclude<FileAnswer, { kind: 'file' }>;

/** Download and deletion of all own data. Both need the server. */
function useOwnData() {
  const started = useStarted();
  const callAccount = useAccounts();
  const logOut = useLogOut();
  /** Saves the server's copy as a file. */
  const save = async (format: OwnFileFormat): Promise<Saving> => {
    const { configuration } = await started();
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
  /** Deletes the account, then all of its data on this device. */
  const deleteAccount = async (password: string): Promise<Deleting> => {
    const answer = await callAccount((accounts) => accounts.deleteAccount(password));
    if (answer.kind === 'refused') return { refused: answer };
    if (answer.kind === 'unreachable') return 'unreachable';
    return logOut('everything').then(
      () => 'deleted',
      () => 'left-behind',
    );
  };
  return { save, deleteAccount };
}
