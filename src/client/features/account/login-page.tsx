import { plural, t } from '@lingui/core/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Credentials } from '#contract/account/accounts.ts';
import { useServerAction } from '#client/data/account/server-call.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { useSiteConfiguration } from '#client/data/device/engine-state.ts';
import { useAccountApi } from '#client/data/account/use-account-api.ts';
import { canUsePasskeys } from '#client/data/account/passkey-browser.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { readOtherMemberOutboxes } from '#client/data/device/sync-state.ts';
import { assignAim, readReservedAim } from '#client/session/aim.ts';
import { toSafeReturnUrl, type LoginPageSearch } from '#client/session/guard.ts';
import { isProfilePostponed } from '#client/session/preferences.ts';
import { clearRegisteredEmail, readRegisteredEmail } from '#client/session/registered-email.ts';
import { session } from '#client/session/session.ts';
import { ExternalLink, Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Form, FormProblem, SubmitButton, findInvalidFields } from '#client/ui/form/form.tsx';
import { LazyContent, createLazyComponent } from '#client/ui/lazy-content.tsx';
import { ProblemNotice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { CurrentPasswordField, EmailField } from '#client/ui/form/account-fields.tsx';
import { TextField, CheckboxField } from '#client/ui/form/field.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useLoginReason } from './login-reason.ts';
import { underlinedLinkClasses, UnderlinedLink } from './account-links.tsx';

// Loaded lazily: the dialog is large and seldom needed, because few logins are refused.
const Modal = createLazyComponent(() => import('../../ui/dialog/modal.tsx'), 'Modal');

/** The login page. A login opens the page that required it, else home or a missing profile. */
export function LoginPage({ search: requested }: { search: LoginPageSearch }) {
  const [report, setReport] = useState<string>();
  const search = requested.returnUrl === undefined ? readReservedAim() : requested;
  const headedFor = toSafeReturnUrl(search.returnUrl, location.origin);
  const reason = useLoginReason({ ...search, nextPage: headedFor });
  const goOn = useRedirectAfterLogin(requested);
  const login = useLoginForm({ onReport: setReport, onLoggedIn: goOn });
  const { isSubmitting } = login.form.formState;
  const { busy, problem, send } = useServerAction();
  const logInWithPasskey = async () =>
    send({
      call: (accounts) => accounts.logInWithPasskey(true),
      // Another answer means that the person closed the passkey dialog, so no message is needed.
      onSuccess: (answer) => (answer.kind === 'ok' ? goOn(answer) : undefined),
      onFailure: ({ text }) => {
        setReport(text);
        return undefined;
      },
    });
  return (
    <Page title={t`Login To Your Account`} note={reason}>
      <Card className="p-4">
        <LoginForm
          login={login}
          busy={busy}
          // The refusal dialog shows the error, so the form does not show it again.
          isReported={report !== undefined}
        />
        {canUsePasskeys() && (
          <TouchlineBackendOnly>
            <div className="mt-4 grid gap-4">
              <ProblemNotice text={report === undefined ? problem : undefined} />
              <Button
                // Only one login may run at a time.
                busy={busy || isSubmitting}
                onClick={() => void logInWithPasskey()}
                className="w-full"
              >
                {t`Log in with a passkey`}
              </Button>
            </div>
          </TouchlineBackendOnly>
        )}
      </Card>
      <SocialLinks />
      <p className="mt-4">
        {t`Not a member yet?`}{' '}
        <UnderlinedLink to="/account/register" search={search}>
          {t`Sign - Up Now !`}
        </UnderlinedLink>
      </p>
      {report !== undefined && (
        <LoginRefusalDialog text={report} onClose={() => setReport(undefined)} />
      )}
    </Page>
  );
}

type LoginOutcome = { hasProfile: boolean | undefined };

/** Returns a function that opens the page for which the member logged in. */
function useRedirectAfterLogin(
  search: LoginPageSearch,
): (login: LoginOutcome, typedEmail?: string) => void {
  const router = useRouter();
  const reportOtherOutboxes = useReportOtherOutboxes();
  return ({ hasProfile }, typedEmail) => {
    reportOtherOutboxes().catch(() => undefined);
    clearRegisteredEmail();
    const { memberId = '', email = typedEmail } = session.get() ?? {};
    const headedFor = toSafeReturnUrl(assignAim(search, { memberId, email }), location.origin);
    const needsProfile = hasProfile === false && !isProfilePostponed(memberId);
    const home = needsProfile ? '/tipster/edit-profile' : '/';
    // Replaces the login page in the history, so that Back skips it.
    router.history.replace(headedFor ?? home);
  };
}

/** The dialog with the reason why a login was refused. */
function LoginRefusalDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const close = (
    <Button look="primary" onClick={onClose}>
      {t`close`}
    </Button>
  );
  return (
    <LazyContent onMissing={onClose}>
      <Modal open onClose={onClose} title={t`Oops!`} description={text} actions={close} />
    </LazyContent>
  );
}

/** Returns a function that reports other members' unsent changes on this device after a login. */
function useReportOtherOutboxes(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    const queues = await readOtherMemberOutboxes(session.get()?.memberId);
    const count = queues.reduce((sum, queue) => sum + queue.count, 0);
    if (count === 0) return;
    const title = plural(count, {
      one: '# change of another member is locked on this phone',
      other: '# changes of another member are locked on this phone',
    });
    const run = () => void router.navigate({ to: '/sync' });
    notify({ tone: 'waiting', title, action: { label: t`See`, run } });
  };
}

/** Links to the social networks in the site configuration; empty if there are none. */
function SocialLinks() {
  const links = useSiteConfiguration()?.socialLinks ?? [];
  return (
    <p className="mt-4 flex flex-wrap gap-4 empty:hidden">
      {links.map(({ name, url }) => (
        <ExternalLink key={url} href={url} className={underlinedLinkClasses}>
          {name}
        </ExternalLink>
      ))}
    </p>
  );
}

/** The field for the authenticator code; gets the focus when it appears. */
function CodeField() {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <TextField
      name="code"
      inputMode="text"
      autoComplete="one-time-code"
      autoCapitalize="none"
      enterKeyHint="go"
      dir="ltr"
      label={t`Code of your authenticator app`}
      hint={t`Or one of your recovery codes.`}
      errorTexts={{ required: t`Type the code that the app shows now` }}
    />
  );
}

/** Reads the email of the ended session, or of a registration in this browser. */
function readKnownEmail(): string {
  return session.get()?.email ?? readRegisteredEmail();
}

type LoginFormOptions = {
  onReport: (text: string | undefined) => void;
  onLoggedIn: (login: LoginOutcome, typedEmail: string) => void;
};

/** The password form; `needsCode` is true once the server requires an authenticator code. */
function useLoginForm({ onReport, onLoggedIn }: LoginFormOptions) {
  const [needsCode, setNeedsCode] = useState(false);
  const login = useServerForm({
    schema: Credentials,
    defaultValues: { email: readKnownEmail(), password: '', rememberMe: true },
    check: ({ code }) => (needsCode && !code?.trim() ? { code: ['required'] } : undefined),
    call: (accounts, credentials) => accounts.logIn(credentials),
    onSuccess: (answer, { email }) => onLoggedIn(answer, email),
    onFailure: ({ code, text }) => {
      if (code === 'code-required') {
        setNeedsCode(true);
        return true;
      }
      onReport(text);
      return undefined;
    },
  });
  return { ...login, needsCode };
}

type LoginFormProps = {
  login: ReturnType<typeof useLoginForm>;
  /** True while a login with a passkey runs. */
  busy: boolean;
  isReported: boolean;
};

function LoginForm({ login, busy, isReported }: LoginFormProps) {
  const callAccount = useAccountApi();
  const { form, onSubmit, needsCode } = login;
  const { isSubmitted, isSubmitting } = form.formState;
  return (
    <Form form={form} onSubmit={onSubmit} label={t`Login To Your Account`}>
      <EmailField
        autoComplete="username"
        label={t`Username (your email)`}
        invalid={t`Email format error`}
      />
      <CurrentPasswordField enterKeyHint="go" />
      {needsCode && <CodeField />}
      {!isReported && <FormProblem />}
      <CheckboxField name="rememberMe" label={t`Keep me logged in`} />
      <SubmitButton busy={busy} sending={t`Login`}>{t`Login`}</SubmitButton>
      <p role="status" className="text-center text-sm text-dim empty:hidden">
        {(busy || isSubmitting) && t`Attempting to log in`}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <UnderlinedLink to="/account/forgot-password" className="text-sm">
          {t`Forget Password?`}
        </UnderlinedLink>
        {/* Accounts with an authenticator app are verified, so they need no verification mail. */}
        {isSubmitted && !needsCode && findInvalidFields(form).length === 0 && (
          <ResendButton
            onResend={() =>
              callAccount((accounts) => accounts.resendVerification(form.getValues('email')))
            }
          />
        )}
      </div>
    </Form>
  );
}
