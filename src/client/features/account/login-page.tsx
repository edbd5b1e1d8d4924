import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import type * as z from 'zod/mini';
import type { Credentials } from '#contract/accounts.ts';
import { useConfiguration } from '#client/data/running.ts';
import { useAccounts } from '#client/data/use-accounts.ts';
import { sealedFrom } from '#client/data/use-sealed-queues.ts';
import { safeReturnUrl } from '#client/session/guard.ts';
import { session } from '#client/session/session.ts';
import { Card } from '#client/ui/card.tsx';
import { LazyPart } from '#client/ui/lazy-part.tsx';
import { Page } from '#client/ui/page.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { LoginForm } from './login-form.tsx';

const Report = lazy(async () => ({ default: (await import('./report.tsx')).Report }));

/** Login. Where it leads: back to where the member was stopped, else home or to their profile. */
export function LoginPage({ returnUrl }: { returnUrl: string | undefined }) {
  const { t } = useLingui();
  const router = useRouter();
  const ask = useAccounts();
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<string>();
  const headedFor = safeReturnUrl(returnUrl, location.origin);

  // Somebody else's work on this phone is none of this member's, but they should know of it.
  const sayWhatIsSealed = async () => {
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

  const logIn = async (credentials: z.output<typeof Credentials>) => {
    setBusy(true);
    const answer = await ask((accounts) => accounts.logIn(credentials));
    setBusy(false);
    if (answer.kind === 'refused') return setReport(answer.message);
    if (answer.kind === 'unreachable') {
      return setReport(t`There is no line to the server right now. Nothing was lost; try again.`);
    }
    sayWhatIsSealed().catch(() => undefined);
    const home = answer.picture === false ? '/tipster/edit-profile' : '/';
    // Back then leads to where the member came from, and not to a login.
    router.history.replace(headedFor ?? home);
  };

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
          <Report text={report} onClose={() => setReport(undefined)} />
        </LazyPart>
      )}
    </Page>
  );
}

/** Facebook, Twitter or whatever the site names; nothing when it names none. */
function SocialLinks() {
  const links = useConfiguration()?.socialLinks ?? [];
  return (
    <p className="mt-4 flex flex-wrap gap-4 empty:hidden">
      {links.map(({ name, url }) => (
        <a
          key={url}
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {name}
        </a>
      ))}
    </p>
  );
}
