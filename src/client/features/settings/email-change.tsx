import { Trans, useLingui } from '@lingui/react/macro';
import type * as z from 'zod/mini';
import { changeEmail } from '#contract/account/security.ts';
import { useAccounts } from '#client/data/account/use-accounts.ts';
import { Button } from '#client/ui/button.tsx';
import { EmailAddress } from '#client/ui/text.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { Form, showFieldCodes, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { Notice, Problem } from '#client/ui/notice.tsx';
import { noConnectionWords } from '#client/ui/messages/problems.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { useSending } from '#client/ui/use-task.ts';

const EmailForm = changeEmail.body;
const empty = { email: '', password: '' };

type EmailChangeProps = {
  email: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
};

/** Reports that the new address is not confirmed yet. */
export function UnconfirmedEmail({ nextEmail }: { nextEmail: string }) {
  return (
    <Notice tone="saved">
      <Trans>
        <EmailAddress email={nextEmail} className="font-narrow font-bold" /> waits for you to open
        the link that was mailed there.
      </Trans>
    </Notice>
  );
}

/** Requests a change of email, which takes effect once the new address confirms it. */
export function EmailChange({ email, onChanged, onClose }: EmailChangeProps) {
  const { t } = useLingui();
  const callAccount = useAccounts();
  const form = useShapeForm(EmailForm, empty);
  const { busy, problem, send } = useSending();
  const change = async (values: z.output<typeof EmailForm>) =>
    send(async () => {
      if (values.email.toLowerCase() === email.toLowerCase()) {
        showFieldCodes(form, ['email'], { email: ['same'] });
        return undefined;
      }
      const answer = await callAccount((accounts) => accounts.changeEmail(values));
      if (answer.kind === 'unreachable') {
        if (answer.unsent) return noConnectionWords();
        return t`No answer came. If the mail is there all the same, its link works; else send it again.`;
      }
      if (answer.kind === 'ok') {
        notify({
          tone: 'waiting',
          title: t`Check your new mailbox`,
          text: t`Nothing changes before you open the link there.`,
        });
        onClose();
        await onChanged();
      } else if (!showFieldCodes(form, ['email', 'password'], answer.errors)) return answer.message;
      return undefined;
    });
  return (
    <Form form={form} onSubmit={change} label={t`Change your email`}>
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="email"
        label={t`New email`}
        words={{
          required: t`Email is required`,
          invalid: t`Email must be a valid email address`,
          same: t`This is your email already`,
        }}
      />
      <PasswordField
        name="password"
        autoComplete="current-password"
        enterKeyHint="done"
        label={t`Password`}
        words={{ required: t`Password is required`, wrong: t`The password is not right` }}
      />
      <Problem text={problem} />
      <SubmitButton busy={busy}>{busy ? t`Processing...` : t`Change my email`}</SubmitButton>
      <Button onClick={onClose}>{t`Cancel`}</Button>
    </Form>
  );
}
