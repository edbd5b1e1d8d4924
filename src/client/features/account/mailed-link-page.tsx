import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { confirmEmail, removeGuard, revertEmailChange } from '#contract/account/security.ts';
import { requiredText } from '#contract/values.ts';
import type { AccountAnswer } from '#client/data/account/account-api.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import type { AccountApi } from '#client/data/account/use-account-api.ts';
import { useSession } from '#client/session/session.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { CurrentPasswordField } from '#client/ui/form/account-fields.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { MessagePage } from '#client/ui/message-page.tsx';
import { LoginButton, RequestResetLinkButton } from './account-links.tsx';
import { incompleteLinkText, isMailedTokenIncomplete, consumeMailedToken } from './mailed-token.ts';

/** The page of the link mailed to a new email address; its button confirms this address. */
export function ConfirmEmailPage() {
  const isLoggedIn = useSession() !== undefined;
  return (
    <MailedLinkPage
      title={t`Confirm your new email`}
      note={t`You log in with it from then on. The mailbox you had can take it back for a week.`}
      action={t`Make it my email`}
      needsPassword={!isLoggedIn}
      call={(accounts, token, password) =>
        accounts.call(confirmEmail, {
          body: { token, ...(password !== undefined && { password }) },
        })
      }
      invalidNote={emailLinkNote()}
      success={t`This is your email now`}
      successNote={t`You log in with it from now on.`}
      next={isLoggedIn ? <SecurityButton /> : <LoginButton />}
    />
  );
}

/** The page of the link mailed to the old email address; its button reverts the change. */
export function UndoEmailChangePage() {
  return (
    <MailedLinkPage
      title={t`Take the change of your email back`}
      note={t`Your account gets its former email again, everybody is logged out, and you choose a new password. What was saved on your phones stays there.`}
      action={t`Take it back`}
      call={(accounts, token) => accounts.call(revertEmailChange, { body: { token } })}
      endsInNewPassword
      invalidNote={emailLinkNote()}
      success={t`The change is taken back`}
      successNote={t`Check your mail for a link to choose a new password. It works for ten minutes.`}
      next={<RequestResetLinkButton />}
    />
  );
}

/** The page of the link in a mail about a new login guard; its button removes the guard. */
export function RemoveLoginGuardPage() {
  return (
    <MailedLinkPage
      title={t`Remove what was added to your login`}
      note={t`The passkey or authenticator app that the mail is about is removed, and all that was added later. A change of your email since then is taken back. Everybody is logged out, and you choose a new password. What was saved on your phones stays there.`}
      action={t`Remove it`}
      call={(accounts, token) => accounts.call(removeGuard, { body: { token } })}
      endsInNewPassword
      invalidNote={t`A link works once, and for a time. Your settings say what logs in to your account.`}
      success={t`It is removed`}
      successNote={t`Check your mail for a link to choose a new password. It works for ten minutes.`}
      next={<RequestResetLinkButton />}
    />
  );
}

function emailLinkNote(): string {
  return t`A link works once, and for a time. Your settings say which email your account has.`;
}

type MailedLinkPageProps = {
  title: string;
  note: string;
  action: string;
  /** True if the link also requires the account's password. */
  needsPassword?: boolean;
  call: (accounts: AccountApi, token: string, password?: string) => Promise<AccountAnswer>;
  /** True if success mails a password reset link; visitors with an invalid link can request it. */
  endsInNewPassword?: boolean;
  /** Advice for a link that has expired or was used. */
  invalidNote: string;
  success: string;
  successNote: string;
  /** The button for the next step after success. */
  next: ReactNode;
};

const PasswordFields = z.object({ password: requiredText(1024) });
const NoPasswordFields = z.object({ password: z.string() });

type Phase = 'asking' | 'done' | 'invalid';

/** The page of a mailed link. Only its button sends the call: mail programs open links. */
function MailedLinkPage(props: MailedLinkPageProps) {
  const { title, note, invalidNote, success, successNote, next } = props;
  const isLoggedIn = useSession() !== undefined;
  const [token] = useState(consumeMailedToken);
  const [phase, setPhase] = useState<Phase>('asking');
  if (phase === 'done') {
    return (
      <MessagePage heading={title} icon="check" role="status" title={success} action={next}>
        <p>{successNote}</p>
      </MessagePage>
    );
  }
  if (token === undefined || isMailedTokenIncomplete(token) || phase === 'invalid') {
    return (
      <InvalidLink
        title={title}
        isComplete={!isMailedTokenIncomplete(token)}
        note={invalidNote}
        offersNewPassword={props.endsInNewPassword === true && !isLoggedIn}
      />
    );
  }
  return (
    <MessagePage
      heading={title}
      icon="shield"
      action={<LinkAction {...props} token={token} onPhase={setPhase} />}
    >
      <p>{note}</p>
    </MessagePage>
  );
}

type LinkActionProps = Pick<MailedLinkPageProps, 'title' | 'action' | 'needsPassword' | 'call'> & {
  token: string;
  onPhase: (phase: Phase) => void;
};

/** The button of a mailed link, with a password field if required. */
function LinkAction({ token, onPhase, ...props }: LinkActionProps) {
  const { title, action, call } = props;
  const [needsPassword, setNeedsPassword] = useState(props.needsPassword ?? false);
  const form = useServerForm({
    schema: needsPassword ? PasswordFields : NoPasswordFields,
    defaultValues: { password: '' },
    call: (accounts, { password }) => call(accounts, token, needsPassword ? password : undefined),
    onSuccess: () => onPhase('done'),
    onFailure: ({ code, errors }) => {
      if (code === 'link-invalid') onPhase('invalid');
      if (errors?.['password']) setNeedsPassword(true);
      return undefined;
    },
  });
  return (
    <Form {...form} label={title}>
      {needsPassword && <CurrentPasswordField label={t`Password of that account`} />}
      <FormProblem />
      <SubmitButton className="justify-self-center">{action}</SubmitButton>
    </Form>
  );
}

type InvalidLinkProps = {
  title: string;
  isComplete: boolean;
  note: string;
  offersNewPassword: boolean;
};

function InvalidLink({ title, isComplete, note, offersNewPassword }: InvalidLinkProps) {
  return (
    <MessagePage
      heading={title}
      icon="warning"
      role="alert"
      title={isComplete ? t`This link is not valid any more.` : incompleteLinkText()}
      action={offersNewPassword ? <RequestResetLinkButton /> : <SecurityButton />}
    >
      <p>
        {offersNewPassword
          ? t`A link works once, and for a time. Have you used it already? Then ask for a link to choose a new password.`
          : note}
      </p>
    </MessagePage>
  );
}

function SecurityButton() {
  return (
    <LinkButton to="/settings/security" look="primary">
      {t`Open security`}
    </LinkButton>
  );
}
