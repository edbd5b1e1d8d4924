import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect } from 'react';
import type * as z from 'zod/mini';
import { removeAuthenticator } from '#contract/security.ts';
import { type Accounts, useAccounts } from '#client/data/account/use-accounts.ts';
import { Button } from '#client/ui/button.tsx';
import { useQuestion } from '#client/ui/dialog/question.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { Form, showFieldCodes, useShapeForm } from '#client/ui/form/form.tsx';
import { focusHeadingAfter } from '#client/ui/focus.ts';
import { Problem } from '#client/ui/notice.tsx';
import { noConnectionWords } from '#client/ui/messages/problems.ts';
import { useSending } from '#client/ui/use-task.ts';

const PasswordForm = removeAuthenticator.body;

type Done<Value> =
  | ({ kind: 'ok' } & Value)
  | { kind: 'refused'; message: string; errors?: Record<string, string[]> }
  | { kind: 'unreachable' };

type BehindPasswordProps<Value> = {
  act: string;
  call: (accounts: Accounts, password: string) => Promise<Done<Value>>;
  onDone: (answer: { kind: 'ok' } & Value) => void;
};

/** An act that takes the password: a button, and the field in its place once it is pressed. */
export function BehindPassword<Value>({ act, call, onDone }: BehindPasswordProps<Value>) {
  const { t } = useLingui();
  const { asking, ask: raise, answer: put, raiser } = useQuestion();
  const ask = useAccounts();
  const form = useShapeForm(PasswordForm, { password: '' });
  const { busy, problem, send } = useSending();
  const { setFocus } = form;
  useLayoutEffect(() => {
    if (asking) setFocus('password');
  }, [asking, setFocus]);
  if (!asking) {
    return (
      <p>
        <Button ref={raiser} onClick={raise}>
          {act}
        </Button>
      </p>
    );
  }
  const submit = async ({ password }: z.output<typeof PasswordForm>) =>
    send(async () => {
      const answer = await ask((accounts) => call(accounts, password));
      if (answer.kind === 'unreachable') return noConnectionWords();
      if (answer.kind === 'ok') {
        form.reset({ password: '' });
        put();
        onDone(answer);
      } else if (!showFieldCodes(form, ['password'], answer.errors)) return answer.message;
      return undefined;
    });
  return (
    <div ref={focusHeadingAfter}>
      <Form form={form} onSubmit={submit} label={act}>
        <PasswordField
          name="password"
          autoComplete="current-password"
          enterKeyHint="done"
          label={t`Password`}
          words={{ required: t`Password is required`, wrong: t`The password is not right` }}
        />
        <Problem text={problem} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="act" busy={busy}>
            {busy ? t`Processing...` : act}
          </Button>
          <Button busy={busy} onClick={put}>
            {t`Cancel`}
          </Button>
        </div>
      </Form>
    </div>
  );
}
