import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { Credentials } from '#contract/accounts.ts';
import type { AccountAnswer } from '#client/data/accounts.ts';
import { useConfiguration } from '#client/data/running.ts';
import { useAccounts } from '#client/data/use-accounts.ts';
import { sealedFrom } from '#client/data/sync-state.ts';
import { safeReturnUrl } from '#client/session/guard.ts';
import { session } from '#client/session/session.ts';
import { AwayLink, Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Form, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { LazyPart, lazyNamed } from '#client/ui/lazy-part.tsx';
import { Page } from '#client/ui/page.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { PasswordField, TextField, TickField } from '#client/ui/form/field.tsx';
import { noLineWords } from '#client/ui/messages/problems.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';

// What a refused login says is rarely needed, and its dialog is heavy.
const Modal = lazyNamed(() => import('../../ui/dialog/modal.tsx'), 'Modal');

/** Login. Where it leads: back to where the member was stopped, else home or to their profile. */
export function LoginPage({ returnUrl }: { returnUrl: string | undefined }) {
  const { t } = useLingui();
  const router = useRouter();
  const ask = useAccounts();
  const sayWhatIsSealed = useSealedNews();
  const { busy, run } = useTask();
  const [report, setReport] = useState<string>();
  const headedFor = safeReturnUrl(returnUrl, location.origin);

  const logIn = async (credentials: z.output<typeof Credentials>) =>
    run(async () => {
      const answer = await ask((accounts) => accounts.logIn(credentials));
      if (answer.kind === 'refused') return setReport(answer.message);
      if (answer.kind === 'unreachable') return setReport(noLineWords());
      sayWhatIsSealed().catch(() => undefined);
      const home = answer.picture === false ? '/tipster/edit-profile' : '/';
      // Back then leads to where the member came from, and not to a login.
      router.history.replace(headedFor ?? home);
    });

  return (
    <Page
      title={t`Login To Your Account`}
      note={headedFor && <Trans>Log in to go on. Then you are taken where you were headed.</Trans>}
    >
      <Card className="p-4">
        <LoginForm
          busy={busy}
          onLogIn={logIn}
          onResend={(email) => ask((accounts) => accounts.resend(email))}
        />
      </Card>
      <SocialLinks />
      <p className="mt-4">
        <Trans>Not a member yet?</Trans>{' '}
        <Link
          to="/account/register"
          className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
        >
          <Trans>Sign - Up Now !</Trans>
        </Link>
      </p>
      {report !== undefined && (
        <LazyPart onMissing={() => setReport(undefined)}>
          <Modal
            open
            onClose={() => setReport(undefined)}
            title={<Trans>Oops!</Trans>}
            description={report}
            acts={
              <Button look="act" onClick={() => setReport(undefined)}>
                <Trans>close</Trans>
              </Button>
            }
          />
        </LazyPart>
      )}
    </Page>
  );
}

/** Somebody else's work on this phone is none of this member's, but they should know of it. */
function useSealedNews(): () => Promise<void> {
  const { t } = useLingui();
  const router = useRouter();
  return async () => {
    const queues = await sealedFrom(session.get()?.memberId);
    const count = queues.reduce((sum, queue) => sum + queue.count, 0);
    if (count === 0) return;
    const title = plural(count, {
      one: '# change of another member is kept sealed on this phone',
      other: '# changes of another member are kept sealed on this phone',
    });
    const onAct = () => void router.navigate({ to: '/sync' });
    notify({ tone: 'waiting', title, act: { label: t`See`, onAct } });
  };
}

/** Facebook, Twitter or whatever the site names; nothing when it names none. */
function SocialLinks() {
  const links = useConfiguration()?.socialLinks ?? [];
  return (
    <p className="mt-4 flex flex-wrap gap-4 empty:hidden">
      {links.map(({ name, url }) => (
        <AwayLink
          key={url}
          href={url}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {name}
        </AwayLink>
      ))}
    </p>
  );
}

type LoginFormProps = {
  busy: boolean;
  onLogIn: (credentials: z.output<typeof Credentials>) => Promise<void>;
  onResend: (email: string) => Promise<AccountAnswer>;
};

export function LoginForm({ busy, onLogIn, onResend }: LoginFormProps) {
  const { t } = useLingui();
  const form = useShapeForm(Credentials, { email: '', password: '', rememberMe: true });
  const sent = form.formState.isSubmitted;
  return (
    <Form form={form} onSubmit={onLogIn} label={t`Login To Your Account`}>
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        label={t`Username (your email)`}
        words={{ required: t`Email is required`, invalid: t`Email format error` }}
      />
      <PasswordField
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        label={t`Password`}
        words={{ required: t`Password is required` }}
      />
      <TickField name="rememberMe" label={t`Keep me logged in`} />
      <SubmitButton busy={busy}>{t`Login`}</SubmitButton>
      <p role="status" className="text-center text-sm text-dim empty:hidden">
        {busy && t`Attempting to log in`}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link
          to="/account/forgot-password"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          {t`Forget Password?`}
        </Link>
        {sent && form.formState.isValid && (
          <ResendButton onResend={() => onResend(form.getValues('email'))} />
        )}
      </div>
    </Form>
  );
}
