import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../button.tsx';
import { useTask } from '../use-task.ts';
import { errorTitle } from './problems.ts';
import { notify } from './toasts.ts';

type Said = { kind: 'ok' } | { kind: 'refused'; message: string } | { kind: 'unreachable' };

/** Requests the verification mail again and shows the result. */
export function ResendButton({ onResend }: { onResend: () => Promise<Said> }) {
  const { busy, resend } = useResend(onResend);
  return (
    <Button busy={busy} onClick={() => resend()}>
      <Trans>Resend the mail</Trans>
    </Button>
  );
}

/** Resending for a form, which knows the address. */
export function useResend<Asked extends unknown[]>(ask: (...asked: Asked) => Promise<Said>) {
  const { t } = useLingui();
  const { busy, run } = useTask();
  const resend = (...asked: Asked) =>
    run(async () => {
      const said = await ask(...asked);
      if (said.kind === 'ok') notify({ tone: 'won', title: t`The mail is on its way again` });
      else if (said.kind === 'refused')
        notify({ tone: 'lost', title: errorTitle(), text: said.message });
      else
        notify({
          tone: 'saved',
          title: t`You are offline`,
          text: t`Try again when you are online.`,
        });
    });
  return { busy, resend };
}
