import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { deleteAccount as deletion } from '#contract/own-data.ts';
import { type Deleting, useOwnData } from '#client/data/use-own-data.ts';
import { useOperations } from '#client/data/use-sync.ts';
import { Button } from '#client/ui/button.tsx';
import { Form, useShapeForm } from '#client/ui/form/form.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useQuestion } from '#client/ui/dialog/question.tsx';

const Password = deletion.body;

/** Deletes the account, after saying what goes and what stays, and asking for the password. */
export function DeleteAccount() {
  const { asking, ask, answer, raiser } = useQuestion();
  return (
    <>
      <p>
        <Trans>
          Your name, phone number, address and picture go, and whom you follow. You are logged out
          everywhere.
        </Trans>
      </p>
      <p>
        <Trans>
          Tips you posted stay, under “Former member”: a record cannot be shed, or nobody could
          trust one. Nobody can undo this.
        </Trans>
      </p>
      {asking ? (
        <PasswordForm onKeep={answer} />
      ) : (
        <p>
          <Button ref={raiser} look="danger" onClick={ask}>
            <Trans>Delete my account…</Trans>
          </Button>
        </p>
      )}
    </>
  );
}

function PasswordForm({ onKeep }: { onKeep: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { deleteAccount } = useOwnData();
  const unsent = useOperations()?.filter(({ state }) => state !== 'acked').length ?? 0;
  const form = useShapeForm(Password, { password: '' });
  const { setFocus } = form;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [maybeGone, setMaybeGone] = useState(false);

  // The button that was pressed is gone.
  useEffect(() => setFocus('password'), [setFocus]);

  const remove = async ({ password }: z.output<typeof Password>) => {
    setBusy(true);
    setProblem(undefined);
    const deleting = await deleteAccount(password).catch((): Deleting => 'unreachable');
    setBusy(false);
    if (deleting === 'deleted' || deleting === 'left-behind') {
      const text = t`Not everything of yours could be removed from this phone.`;
      const title = t`Your account is deleted`;
      notify({ tone: 'won', title, ...(deleting === 'left-behind' && { text }) });
      await navigate({ to: '/' });
    } else if (deleting === 'unreachable') {
      setMaybeGone(true);
      setProblem(
        t`No answer came, so nobody knows yet whether it was deleted. Try again with a line.`,
      );
    } else if (deleting.refused.code === 'wrong-password') {
      form.setError('password', { type: 'server', message: 'wrong' }, { shouldFocus: true });
    } else if (maybeGone && deleting.refused.code === 'session-ended') {
      setProblem(
        t`This login has ended. If the first try deleted the account, nobody can log in with it any more. What is on this phone goes when you log out.`,
      );
    } else setProblem(deleting.refused.message);
  };
  return (
    <Form form={form} onSubmit={remove} label={t`Delete your account`}>
      {unsent > 0 && (
        <Notice tone="warning">
          <Plural
            value={unsent}
            one="# thing you did was never sent; it is deleted with the account."
            other="# things you did were never sent; they are deleted with the account."
          />
        </Notice>
      )}
      <PasswordField
        name="password"
        autoComplete="current-password"
        enterKeyHint="done"
        label={<Trans>Password</Trans>}
        words={{ required: t`Password is required`, wrong: t`The password is not right` }}
      />
      {problem !== undefined && (
        <Notice role="alert" tone="warning">
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" busy={busy}>
          {busy ? <Trans>Processing...</Trans> : <Trans>Delete my account for good</Trans>}
        </Button>
        <Button busy={busy} onClick={onKeep}>
          <Trans>Keep it</Trans>
        </Button>
      </div>
    </Form>
  );
}
