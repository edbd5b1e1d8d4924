import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useAccounts } from '#client/data/account/use-accounts.ts';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Problem } from '#client/ui/notice.tsx';
import { noConnectionWords } from '#client/ui/messages/problems.ts';
import { AnswerPage } from '#client/ui/answer-page.tsx';
import { useSending } from '#client/ui/use-task.ts';
import { LoginButton } from './account-form.tsx';
import { takeMailedToken } from './mailed-token.ts';

/** Where the link in the new mailbox leads: one tap makes it the email of the account. */
export function ConfirmEmailPage() {
  const { t } = useLingui();
  const isLoggedIn = useSession() !== undefined;
  return (
    <EmailLinkPage
      title={t`Confirm your new email`}
      note={t`You log in with it from then on. The mailbox you had can take it back for a week.`}
      act={t`Make it my email`}
      call="confirmEmail"
      done={t`This is your email now`}
      doneNote={t`You log in with it from now on.`}
      next={isLoggedIn ? <SecurityButton /> : <LoginButton />}
    />
  );
}

/** Where the link in the former mailbox leads: one tap takes the change back. */
export function UndoEmailPage() {
  const { t } = useLingui();
  return (
    <EmailLinkPage
      title={t`Take the change of your email back`}
      note={t`Your account gets its former email again, everybody is logged out, and you choose a new password. What was saved on your phones stays there.`}
      act={t`Take it back`}
      call="undoEmail"
      done={t`The change is taken back`}
      doneNote={t`Check your mail for a link to choose a new password. It works for ten minutes.`}
      next={
        <LinkButton to="/account/forgot-password" look="act">
          {t`Ask for a new link`}
        </LinkButton>
      }
    />
  );
}

type EmailLinkPageProps = {
  title: string;
  note: string;
  act: string;
  call: 'confirmEmail' | 'undoEmail';
  done: string;
  doneNote: string;
  /** The way on, once it is done. */
  next: ReactNode;
};

function EmailLinkPage({ title, note, act, call, done, doneNote, next }: EmailLinkPageProps) {
  const { t } = useLingui();
  const ask = useAccounts();
  const [token] = useState(takeMailedToken);
  const [phase, setPhase] = useState<'asking' | 'done' | 'invalid'>('asking');
  const { busy, problem, send } = useSending();
  if (phase === 'done') {
    return (
      <AnswerPage heading={title} icon="check" role="status" title={done} act={next}>
        <p>{doneNote}</p>
      </AnswerPage>
    );
  }
  const open = async (opened: string) =>
    send(async () => {
      const answer = await ask((accounts) => accounts[call](opened));
      if (answer.kind === 'ok') setPhase('done');
      else if (answer.kind === 'unreachable') return noConnectionWords();
      else if (answer.code === 'link-invalid') setPhase('invalid');
      else return answer.message;
      return undefined;
    });
  if (token === undefined || phase === 'invalid') {
    return (
      <AnswerPage
        heading={title}
        icon="warning"
        role="alert"
        title={
          token === undefined
            ? t`Open the link in your mail once more.`
            : t`This link is not valid any more.`
        }
        act={<SecurityButton />}
      >
        <p>{t`A link works once, and for a time. Your settings say which email your account has.`}</p>
      </AnswerPage>
    );
  }
  return (
    <AnswerPage
      heading={title}
      icon="shield"
      act={
        <>
          <Problem text={problem} />
          <Button look="act" busy={busy} onClick={() => void open(token)}>
            {busy ? t`Processing...` : act}
          </Button>
        </>
      }
    >
      <p>{note}</p>
    </AnswerPage>
  );
}

function SecurityButton() {
  const { t } = useLingui();
  return (
    <LinkButton to="/settings/security" look="act">
      {t`Open security`}
    </LinkButton>
  );
}
