import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { changeEmail } from '#contract/account/security.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { EmailAddress } from '#client/ui/text.tsx';
import { CurrentPasswordField, EmailField } from '#client/ui/form/account-fields.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { notify } from '#client/ui/messages/toasts.ts';

type EmailChangeProps = {
  email: string;
  onChanged: () => void;
  onClose: () => void;
};

/** Says that the new email is not confirmed yet. */
export function PendingEmailNotice({ nextEmail }: { nextEmail: string }) {
  return (
    <Notice tone="saved">
      <Trans>
        <EmailAddress email={nextEmail} className="font-narrow font-bold" /> waits for you to open
        the link that was mailed there.
      </Trans>
    </Notice>
  );
}

/** Requests a change of the email, which takes effect when the new email is confirmed. */
export function EmailChange({ email, onChanged, onClose }: EmailChangeProps) {
  const form = useServerForm({
    schema: changeEmail.body,
    defaultValues: { email: '', password: '' },
    check: (values) =>
      values.email.toLowerCase() === email.toLowerCase() ? { email: ['same'] } : undefined,
    call: (accounts, body) => accounts.call(changeEmail, { body }),
    onSuccess: () => {
      notify({
        tone: 'waiting',
        title: t`Check your new mailbox`,
        text: t`Nothing changes before you open the link there.`,
      });
      onClose();
      onChanged();
    },
    unansweredText: t`No answer came. If the mail is there all the same, its link works; else send it again.`,
  });
  return (
    <Form {...form} label={t`Change your email`}>
      <EmailField
        autoComplete="email"
        label={t`New email`}
        invalid={t`Email must be a valid email address`}
        same={t`This is your email already`}
      />
      <CurrentPasswordField />
      <FormProblem />
      <SubmitButton>{t`Change my email`}</SubmitButton>
      <Button onClick={onClose}>{t`Cancel`}</Button>
    </Form>
  );
}
