import { t } from '@lingui/core/macro';
import { Trans, Plural } from '@lingui/react/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState, useEffect } from 'react';
import { deleteAccount as deletion } from '#contract/account/accounts.ts';
import { downloadFile } from '#client/data/outbox/operation-export.ts';
import { type CallFailure, useServerAction } from '#client/data/account/server-call.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { useLogOut } from '#client/data/account/use-account-api.ts';
import type { OwnDataFileFormat } from '#sync/own-data-file.ts';
import { useOperations } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { CurrentPasswordField } from '#client/ui/form/account-fields.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { CollapsibleRow, SettingRowBody } from './setting-rows.tsx';

/** Downloads all own data. The server creates the file, so a connection is needed. */
export function OwnDataDownload() {
  const toLogin = useRedirectToLogin();
  const { busy, problem, send } = useServerAction();
  const [savedFormat, setSavedFormat] = useState<OwnDataFileFormat>();
  const save = async (format: OwnDataFileFormat) => {
    setSavedFormat(format);
    await send({
      call: (accounts) => accounts.downloadOwnData(format),
      onSuccess: ({ file }) => downloadFile(file, format),
      onFailure: toLogin,
    });
  };
  const words = { json: t`Save as JSON`, csv: t`Save as a table (CSV)` };
  return (
    <SettingRowBody>
      <p className="text-sm text-dim">{t`Profile, tips with results, and whom you follow.`}</p>
      <div className="flex flex-wrap gap-2">
        {(['json', 'csv'] as const).map((format) => (
          <Button key={format} busy={busy} onClick={() => void save(format)}>
            {busy && savedFormat === format ? t`Processing...` : words[format]}
          </Button>
        ))}
      </div>
      {problem !== undefined && (
        <Notice role="alert" tone="saved">
          {problem}
        </Notice>
      )}
    </SettingRowBody>
  );
}

/** Deletes the account; explains the consequences and requires the password. */
export function AccountDeletion() {
  return (
    <CollapsibleRow label={t`Delete my account…`} danger>
      {(close) => (
        <>
          <p>
            <Trans>
              Deletes your name, phone number, address, picture, whom you follow and the texts of
              your tips. Tips you posted stay, under “Former member”. Nobody can undo this.
            </Trans>{' '}
            {t`You leave your pools; one of your own passes to whoever joined first after you.`}
          </p>
          <DeletionForm onKeep={close} />
        </>
      )}
    </CollapsibleRow>
  );
}

function DeletionForm({ onKeep }: { onKeep: () => void }) {
  const unsent = useOperations()?.filter(({ state }) => state !== 'acked').length ?? 0;
  const { form, onSubmit } = useDeleteAccount();
  const { setFocus } = form;

  // The pressed button has disappeared, so the field gets the focus.
  useEffect(() => setFocus('password'), [setFocus]);

  return (
    <Form form={form} onSubmit={onSubmit} label={t`Delete your account`}>
      {unsent > 0 && (
        <Notice tone="warning">
          <Plural
            value={unsent}
            one="# change was never sent; it is deleted with the account."
            other="# changes were never sent; they are deleted with the account."
          />
        </Notice>
      )}
      <CurrentPasswordField />
      <FormProblem />
      <div className="flex flex-wrap gap-2">
        <SubmitButton look="danger" className="">
          {t`Delete my account for good`}
        </SubmitButton>
        <Button busy={form.formState.isSubmitting} onClick={onKeep}>
          {t`Keep it`}
        </Button>
      </div>
    </Form>
  );
}

/** Returns the form that deletes the account and its data on this device, then opens home. */
function useDeleteAccount() {
  const navigate = useNavigate();
  const logOut = useLogOut();
  const toLogin = useRedirectToLogin();
  const [isUncertain, setIsUncertain] = useState(false);
  return useServerForm({
    schema: deletion.body,
    defaultValues: { password: '' },
    call: (accounts, { password }) => accounts.deleteAccount(password),
    onSuccess: async () => {
      const isClean = await logOut('everything').then(
        () => true,
        () => false,
      );
      const text = t`Not everything of yours could be removed from this phone.`;
      const title = t`Your account is deleted`;
      notify({ tone: 'won', title, ...(!isClean && { text }) });
      await navigate({ to: '/' });
    },
    onFailure: (failure) => {
      if (failure.code === undefined) setIsUncertain(true);
      if (!isUncertain) return toLogin(failure);
      if (failure.code !== 'session-ended') return undefined;
      const text = t`This login has ended. If the first try deleted the account, nobody can log in with it any more.`;
      return { ...failure, text };
    },
    unansweredText: t`No answer came, so we cannot tell yet whether it was deleted. Try again when you are online.`,
  });
}

/** Returns a failure handler that opens the login if the session has ended. */
function useRedirectToLogin(): (failure: CallFailure) => true | undefined {
  const navigate = useNavigate();
  const { href } = useLocation();
  return ({ code }) => {
    if (code !== 'session-ended' && code !== 'not-signed-in') return undefined;
    void navigate({ to: '/account/login', search: { returnUrl: href } });
    return true;
  };
}
