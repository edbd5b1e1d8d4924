import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { resetPassword } from '#contract/accounts.ts';
import { passwordLength } from '#contract/limits.ts';
import { requiredText } from '#contract/values.ts';
import { useAccounts } from '#client/data/account/use-accounts.ts';
import { noConnectionWords } from '#client/ui/messages/problems.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Form, showFieldCodes, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { Problem } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { takeMailedToken } from './mailed-token.ts';
import { AnswerPage } from '#client/ui/answer-page.tsx';
import { useSending } from '#client/ui/use-task.ts';
import { LoginButton, NewPasswordFields, passwordTwice } from './account-form.tsx';

type Phase = 'choosing' | 'changed' | 'expired';

/** Where the mailed link leads: a new password, then the login. */
export function ResetPasswordPage() {
  const { t } = useLingui();
  const [token] = useState(takeMailedToken);
  const [phase, setPhase] = useState<Phase>('choosing');

  if (phase === 'changed') {
    return (
      <AnswerPage
        heading={t`Choose a new password`}
        icon="check"
        role="status"
        title={t`Your password is changed`}
        act={<LoginButton />}
      >
        <p>
          <Trans>
            You are logged out everywhere. What was saved on your phones is still there.
          </Trans>
        </p>
      </AnswerPage>
    );
  }
  if (token === undefined || phase === 'expired') return <Expired known={token !== undefined} />;
  return (
    <Page title={t`Choose a new password`}>
      <Card className="p-4">
        <ChooseForm token={token} onPhase={setPhase} />
      </Card>
    </Page>
  );
}

function Expired({ known }: { known: boolean }) {
  const { t } = useLingui();
  return (
    <AnswerPage
      heading={t`Choose a new password`}
      icon="warning"
      role="alert"
      title={
        known
          ? t`This link is not valid any more. Ask for a new one.`
          : t`Open the link in your mail once more, or ask for a new one.`
      }
      act={
        <LinkButton to="/account/forgot-password" look="act">
          {t`Ask for a new link`}
        </LinkButton>
      }
    >
      <p>
        {t`A link works once, for ten minutes. If it was you who used it, log in with the new password.`}
      </p>
    </AnswerPage>
  );
}

type ChooseFormProps = { token: string; onPhase: (phase: Phase) => void };

function ChooseForm({ token, onPhase }: ChooseFormProps) {
  const { t } = useLingui();
  const ask = useAccounts();
  const form = useShapeForm(
    NewPasswordForm,
    { password: '', password_confirmation: '' },
    passwordTwice,
  );
  const { busy, problem, send } = useSending();

  const choose = async ({ password }: { password: string }) =>
    send(async () => {
      const answer = await ask((accounts) => accounts.resetPassword(token, password));
      if (answer.kind === 'unreachable') {
        if (answer.unsent) return noConnectionWords();
        return t`No answer came. Your password may be changed already: try the new one, or send it again.`;
      }
      if (answer.kind === 'ok') onPhase('changed');
      else if (answer.code === 'reset-expired') onPhase('expired');
      else if (!showFieldCodes(form, ['password'], answer.errors)) return answer.message;
      return undefined;
    });
  return (
    <Form form={form} onSubmit={choose} label={t`Choose a new password`}>
      <NewPasswordFields label={t`New password`} />
      <Problem text={problem} />
      <SubmitButton busy={busy}>{busy ? t`Processing...` : t`Change my password`}</SubmitButton>
    </Form>
  );
}

/** A new password, typed twice; only the first goes to the server. */
const NewPasswordForm = z
  .object({
    password: resetPassword.body.shape.password,
    password_confirmation: requiredText(passwordLength.max),
  })
  .check(
    z.refine(
      (form: { password: string; password_confirmation: string }) =>
        form.password === form.password_confirmation,
      { path: ['password_confirmation'], params: { code: 'mismatch' } },
    ),
  );
