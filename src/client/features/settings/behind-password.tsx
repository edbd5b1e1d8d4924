import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect } from 'react';
import * as z from 'zod/mini';
import { removeAuthenticator } from '#contract/account/security.ts';
import { TypedCode } from '#contract/values.ts';
import type { OwnProof } from '#client/data/account/security-calls.ts';
import { type Accounts, useAccounts } from '#client/data/account/use-accounts.ts';
import { Button } from '#client/ui/button.tsx';
import { useQuestion } from '#client/ui/dialog/question.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { Form, showFieldCodes, useShapeForm } from '#client/ui/form/form.tsx';
import { focusHeadingAfter } from '#client/ui/focus.ts';
import { Problem } from '#client/ui/notice.tsx';
import { noConnectionWords } from '#client/ui/messages/problems.ts';
import { useSending } from '#client/ui/use-task.ts';

/** The code is required only with an authenticator app. */
const ProofForm = z.object({
  password: removeAuthenticator.body.shape.password,
  code: TypedCode,
});
const empty = { password: '', code: '' };

type Success<Value> =
  | ({ kind: 'ok' } & Value)
  | { kind: 'refused'; message: string; errors?: Record<string, string[]> }
  | { kind: 'unreachable' };

type BehindPasswordProps<Value> = {
  action: string;
  /** Whether to require a code of the authenticator app as well. */
  needsCode?: boolean;
  call: (accounts: Accounts, proof: OwnProof) => Promise<Success<Value>>;
  onSuccess: (answer: { kind: 'ok' } & Value) => void;
};

/** An action that requires the password: a button that a form replaces once it is pressed. */
export function BehindPassword<Value>({
  action,
  needsCode = false,
  call,
  onSuccess,
}: BehindPasswordProps<Value>) {
  const { t } = useLingui();
  const { asking, raise, answer: put, raiser } = useQuestion();
  const callAccount = useAccounts();
  const form = useShapeForm(ProofForm, empty);
  const { busy, problem, send } = useSending();
  const { setFocus } = form;
  useLayoutEffect(() => {
    if (asking) setFocus('password');
  }, [asking, setFocus]);
  if (!asking) {
    return (
      <p>
        <Button ref={raiser} onClick={raise}>
          {action}
        </Button>
      </p>
    );
  }
  const submit = async ({ password, code }: z.output<typeof ProofForm>) =>
    send(async () => {
      if (needsCode && code.trim() === '') {
        showFieldCodes(form, ['code'], { code: ['required'] });
        return undefined;
      }
      const proof = { password, ...(needsCode && { code }) };
      const answer = await callAccount((accounts) => call(accounts, proof));
      if (answer.kind === 'unreachable') return noConnectionWords();
      if (answer.kind === 'ok') {
        form.reset(empty);
        put();
        onSuccess(answer);
      } else if (!showFieldCodes(form, ['password', 'code'], answer.errors)) return answer.message;
      return undefined;
    });
  return (
    <div ref={focusHeadingAfter}>
      <Form form={form} onSubmit={submit} label={action}>
        <PasswordField
          name="password"
          autoComplete="current-password"
          enterKeyHint={needsCode ? 'next' : 'done'}
          label={t`Password`}
          words={{ required: t`Password is required`, wrong: t`The password is not right` }}
        />
        {needsCode && (
          <TextField
            name="code"
            autoComplete="one-time-code"
            enterKeyHint="done"
            dir="ltr"
            label={t`Code of your authenticator app`}
            hint={t`Or one of your recovery codes.`}
            words={{ wrong: t`The code is not right. Wait for the next one.` }}
          />
        )}
        <Problem text={problem} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={busy}>
            {busy ? t`Processing...` : action}
          </Button>
          <Button busy={busy} onClick={put}>
            {t`Cancel`}
          </Button>
        </div>
      </Form>
    </div>
  );
}
