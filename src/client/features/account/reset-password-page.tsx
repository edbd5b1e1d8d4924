import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { resetPassword } from '#contract/account/accounts.ts';
import { passwordLength } from '#contract/limits.ts';
import { requiredText } from '#contract/values.ts';
import type { AccountAnswer } from '#client/data/account/account-api.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { type ResetGuard, listResetGuards } from '#contract/account/security.ts';
import { Card } from '#client/ui/card.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { NewPasswordFields, newPasswordFieldNames } from '#client/ui/form/new-password.tsx';
import { CheckboxField } from '#client/ui/form/field.tsx';
import { LoginGuardDetails } from '#client/ui/member/login-guard-details.tsx';
import { Page } from '#client/ui/page.tsx';
import { incompleteLinkText, isMailedTokenIncomplete, consumeMailedToken } from './mailed-token.ts';
import { MessagePage } from '#client/ui/message-page.tsx';
import { LoginButton, RequestResetLinkButton } from './account-links.tsx';

type Phase = 'choosing' | 'changed' | 'expired';

/** The page of a password reset link: sets a new password, then leads to the login. */
export function ResetPasswordPage() {
  const [token] = useState(consumeMailedToken);
  const [phase, setPhase] = useState<Phase>('choosing');

  if (phase === 'changed') {
    return (
      <MessagePage
        heading={t`Choose a new password`}
        icon="check"
        role="status"
        title={t`Your password is changed`}
        action={<LoginButton />}
      >
        <p>
          <Trans>
            You are logged out everywhere. What was saved on your phones is still there.
          </Trans>
        </p>
      </MessagePage>
    );
  }
  if (token === undefined || phase === 'expired') return <ExpiredLink token={token} />;
  return <NewPasswordCard token={token} onPhase={setPhase} />;
}

type NewPasswordCardProps = { token: string; onPhase: (phase: Phase) => void };

function NewPasswordCard({ token, onPhase }: NewPasswordCardProps) {
  const { answer, replace } = useServerQuery(token, (accounts) =>
    accounts.call(listResetGuards, { body: { token } }),
  );
  if (answer?.kind === 'refused' && answer.code === 'reset-expired')
    return <ExpiredLink token={token} />;
  return (
    <Page title={t`Choose a new password`}>
      <Card className="p-4">
        <ChoosePasswordForm
          token={token}
          guards={extractResetGuards(answer)}
          onGuards={replace}
          onPhase={onPhase}
        />
      </Card>
    </Page>
  );
}

type GuardsAnswer = AccountAnswer<{ reply: { guards: ResetGuard[] } }>;

/** The problem code of a backend without login guards; a busy server sends other codes. */
const missingRouteCode = 'not-found';

/** Extracts the login guards; [] from a backend without login guards, undefined while unknown. */
function extractResetGuards(answer: GuardsAnswer | undefined): readonly ResetGuard[] | undefined {
  if (answer?.kind === 'ok') return answer.reply.guards;
  return answer?.kind === 'refused' && answer.code === missingRouteCode ? [] : undefined;
}

function ExpiredLink({ token }: { token: string | undefined }) {
  return (
    <MessagePage
      heading={t`Choose a new password`}
      icon="warning"
      role="alert"
      title={
        isMailedTokenIncomplete(token)
          ? incompleteLinkText()
          : t`This link is not valid any more. Ask for a new one.`
      }
      action={<RequestResetLinkButton />}
    >
      <p>
        {t`A link works once, for ten minutes. If it was you who used it, log in with the new password.`}
      </p>
    </MessagePage>
  );
}

type ChoosePasswordFormProps = NewPasswordCardProps & {
  guards: readonly ResetGuard[] | undefined;
  onGuards: (answer: GuardsAnswer) => void;
};

const emptyNewPassword = { password: '', password_confirmation: '', keep: [] };

function ChoosePasswordForm({ token, guards, onGuards, onPhase }: ChoosePasswordFormProps) {
  const older = guards?.filter(({ mayStay }) => mayStay) ?? [];
  const form = useServerForm({
    schema: NewPasswordInput,
    defaultValues: emptyNewPassword,
    same: newPasswordFieldNames,
    call: async (accounts, { password, keep }) => {
      if (guards === undefined) {
        const loaded = await accounts.call(listResetGuards, { body: { token } });
        onGuards(loaded);
        if (loaded.kind === 'unreachable') return { kind: 'unreachable', unsent: true } as const;
        const loadedGuards = extractResetGuards(loaded);
        if (loaded.kind === 'refused' && loadedGuards === undefined) return loaded;
        if (loadedGuards?.length) {
          const message = t`Look at what else logs in first, then send this again.`;
          return { kind: 'refused', code: 'unread', message } as const;
        }
      }
      const keptIds = older.filter((_, index) => keep[index]).map(({ id }) => id);
      return accounts.resetPassword(token, password, keptIds);
    },
    onSuccess: () => onPhase('changed'),
    onFailure: ({ code }) => {
      if (code !== 'reset-expired') return undefined;
      onPhase('expired');
      return true;
    },
    unansweredText: t`No answer came. Your password may be changed already: try the new one, or send it again.`,
  });
  return (
    <Form {...form} label={t`Choose a new password`}>
      <NewPasswordFields label={t`New password`} />
      <OlderGuards guards={older} />
      <RemovedGuards guards={guards?.filter(({ mayStay }) => !mayStay) ?? []} />
      <FormProblem />
      <SubmitButton>{t`Change my password`}</SubmitButton>
    </Form>
  );
}

/** Login guards older than the previous password; the member ticks the guards that remain. */
function OlderGuards({ guards }: { guards: readonly ResetGuard[] }) {
  const id = useId();
  if (guards.length === 0) return undefined;
  return (
    <fieldset aria-describedby={id} className="grid gap-2">
      <legend className="font-semibold">{t`Which of these are yours?`}</legend>
      <p id={id} className="text-sm text-dim">
        {t`They log in to your account too. Tick what you want to keep; the rest is removed.`}
      </p>
      {guards.map(({ id: guardId, kind, device, addedAt }, index) => (
        <CheckboxField
          key={guardId}
          name={`keep.${index}`}
          label={<LoginGuardDetails kind={kind} device={device} addedAt={addedAt} />}
        />
      ))}
    </fieldset>
  );
}

/** Login guards newer than the previous password; an intruder who knew it may have added them. */
function RemovedGuards({ guards }: { guards: readonly ResetGuard[] }) {
  if (guards.length === 0) return undefined;
  return (
    <section className="grid gap-2">
      <h2 className="font-sans text-base font-semibold">{t`Removed with the old password`}</h2>
      <p className="text-sm text-dim">
        {t`They were added since that password was chosen. You can add your own again in Settings, Security.`}
      </p>
      <ul className="grid gap-2">
        {guards.map(({ id, kind, device, addedAt }) => (
          <li key={id}>
            <LoginGuardDetails kind={kind} device={device} addedAt={addedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A new password, typed twice; the second field is not sent. */
const NewPasswordInput = z.object({
  password: resetPassword.body.shape.password,
  password_confirmation: requiredText(passwordLength.max),
  /** For each older login guard: true if the guard remains. */
  keep: z.array(z.boolean()),
});
