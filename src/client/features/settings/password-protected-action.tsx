import { t } from '@lingui/core/macro';
import { useLayoutEffect } from 'react';
import * as z from 'zod/mini';
import { removeAuthenticator } from '#contract/account/security.ts';
import { LoginCode } from '#contract/values.ts';
import type { ServerCall } from '#client/data/account/server-call.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { useInlineQuestion } from '#client/ui/dialog/inline-question.tsx';
import { CurrentPasswordField } from '#client/ui/form/account-fields.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { focusHeadingOnRemoval } from '#client/ui/focus.ts';

/** A code is required only if the account has an authenticator app. */
const CredentialsFields = z.object({
  password: removeAuthenticator.body.shape.password,
  code: LoginCode,
});
const emptyCredentials = { password: '', code: '' };

/** The password, and a code if the account has an authenticator app. */
type OwnCredentials = { password: string; code?: string };

type PasswordProtectedActionProps<Success extends { kind: string }> = ServerCall<
  OwnCredentials,
  Success
> & {
  action: string;
  /** True if a code of the authenticator app is also required. */
  needsCode?: boolean;
};

/** An action that requires the password: a button, which a tap replaces by a form. */
export function PasswordProtectedAction<Success extends { kind: string }>({
  action,
  needsCode = false,
  call,
  onSuccess,
}: PasswordProtectedActionProps<Success>) {
  const { asking, raise, answer: put, raiser } = useInlineQuestion();
  const { form, onSubmit } = useServerForm({
    schema: CredentialsFields,
    defaultValues: emptyCredentials,
    check: ({ code }) => (needsCode && code.trim() === '' ? { code: ['required'] } : undefined),
    call: (accounts, { password, code }) =>
      call(accounts, { password, ...(needsCode && { code }) }),
    onSuccess: (answer, proof) => {
      form.reset(emptyCredentials);
      put();
      return onSuccess(answer, proof);
    },
  });
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
  return (
    <div ref={focusHeadingOnRemoval}>
      <Form form={form} onSubmit={onSubmit} label={action}>
        <CurrentPasswordField enterKeyHint={needsCode ? 'next' : 'done'} />
        {needsCode && (
          <TextField
            name="code"
            autoComplete="one-time-code"
            enterKeyHint="done"
            dir="ltr"
            label={t`Code of your authenticator app`}
            hint={t`Or one of your recovery codes.`}
            errorTexts={{ wrong: t`The code is not right. Wait for the next one.` }}
          />
        )}
        <FormProblem />
        <div className="flex flex-wrap gap-2">
          <SubmitButton className="">{action}</SubmitButton>
          <Button busy={form.formState.isSubmitting} onClick={put}>
            {t`Cancel`}
          </Button>
        </div>
      </Form>
    </div>
  );
}
