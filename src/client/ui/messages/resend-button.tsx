import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../button.tsx';
import { useTask } from '../use-task.ts';
import { errorTitle } from './problems.ts';
import { notify } from './toasts.ts';

type SendResult = { kind: 'ok' } | { kind: 'refused'; message: string } | { kind: 'unreachable' };

/** Requests the verification mail again and shows the result. */
export function ResendButton({ onResend }: { onResend: () => Promise<SendResult> }) {
  const { busy, resend } = useResend(onResend);
  return (
    <Button busy={busy} onClick={() => resend()}>
      <Trans>Resend the mail</Trans>
    </Button>
  );
}

/** Resending for a form, which knows the address. */
export function useResend<Args extends unknown[]>(send: (...args: Args) => Promise<SendResult>) {
  const { t } = useLingui();
  const { busy, run } = useTask();
  const resend = (...args: Args) =>
    run(async () => {
      const result = await send(...args);
      if (result.kind === 'ok') notify({ tone: 'won', title: t`The mail is on its way again` });
      else if (result.kind === 'refused')
        notify({ tone: 'lost', title: errorTitle(), text: result.message });
      else
        notify({
          tone: 'saved',
          title: t`You are offline`,
          text: t`Try again when you are online.`,
        });
    });
  return { busy, resend };
}
