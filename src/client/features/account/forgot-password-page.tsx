import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { forgotPassword } from '#contract/accounts.ts';
import { useAccounts } from '#client/data/use-accounts.ts';
import { useCapability } from '#client/data/sync-state.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import {
  Form,
  FormProblem,
  SubmitButton,
  useSending,
  useShapeForm,
} from '#client/ui/form/form.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { noLineWords } from '#client/ui/messages/problems.ts';
import { TextField } from '#client/ui/form/field.tsx';

const Asked = z.pick(forgotPassword.body, { email: true });

/** Asks for a link to a new password. What it says is the same whoever the address belongs to. */
export function ForgotPasswordPage() {
  const { t } = useLingui();
  const ask = useAccounts();
  const form = useShapeForm(Asked, { email: '' });
  const { busy, problem, send } = useSending();
  const [sentTo, setSentTo] = useState<string>();
  const [unknown, setUnknown] = useState(false);
  const hasLinks = useCapability('accountSettings') !== false && !unknown;

  const askForLink = async ({ email }: z.output<typeof Asked>) =>
    send(async () => {
      const answer = await ask((accounts) => accounts.forgotPassword(email));
      if (answer.kind === 'refused') return answer.message;
      if (answer.kind === 'unreachable') return noLineWords();
      if (answer.kind === 'ok') setSentTo(email);
      else setUnknown(true);
      return undefined;
    });

  if (!hasLinks) return <NoLinks />;
  if (sentTo !== undefined) return <Sent to={sentTo} />;
  return (
    <Page
      title={t`Forget Password?`}
      note={<Trans>We mail you a link to choose a new one. Your tips stay as they are.</Trans>}
    >
      <Card className="p-4">
        <Form form={form} onSubmit={askForLink} label={t`Forget Password?`}>
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            enterKeyHint="send"
            label={<Trans>Email</Trans>}
            words={{ required: t`Email is required`, invalid: t`Email format error` }}
          />
          <FormProblem text={problem} />
          <SubmitButton busy={busy}>{busy ? t`Processing...` : t`Send me a link`}</SubmitButton>
        </Form>
      </Card>
      <p className="mt-4">
        <LinkButton to="/account/login" look="quiet" className="-ms-4">
          <Trans>Back to the login</Trans>
        </LinkButton>
      </p>
    </Page>
  );
}

/** The same whoever the address belongs to. */
function Sent({ to: sentTo }: { to: string }) {
  const { t } = useLingui();
  return (
    <Page key="sent" title={t`Forget Password?`}>
      <Notice
        role="status"
        tone="good"
        title={<Trans>Look into your mail</Trans>}
        acts={
          <LinkButton to="/account/login" look="act">
            <Trans>Login</Trans>
          </LinkButton>
        }
      >
        <Trans>
          If <bdi>{sentTo}</bdi> has an account here, a link to choose a new password is on its way.
          It works once, for an hour.
        </Trans>
      </Notice>
    </Page>
  );
}

/** A server that speaks the spec's calls alone knows no way to a new password. */
function NoLinks() {
  const { t } = useLingui();
  return (
    <Page key="no-links" title={t`Forget Password?`}>
      <Notice
        role="status"
        title={<Trans>This server mails no links to a new password</Trans>}
        acts={
          <LinkButton to="/account/login" look="act">
            <Trans>Back to the login</Trans>
          </LinkButton>
        }
      >
        <Trans>Whoever runs it can help you to a new one. Your tips stay as they are.</Trans>
      </Notice>
    </Page>
  );
}
