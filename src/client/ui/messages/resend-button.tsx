import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../button.tsx';
import { useTask } from '../use-task.ts';
import { errorTitle } from './problems.ts';
import { notify } from './toasts.ts';

type SendResult = { kind: 'ok' } | { kind: 'refused'; message: string } | { kind: 'unreachable' };

/** Requests the verification mail again and shows the result. */
export function ResendButton({ onResend }: { onResend: () => Promise<SendResult> }) {
  const { t } = useLingui();
  const { busy, run } = useTask();
  const resend = async () => {
    const result = await onResend();
    if (result.kind === 'ok') notify({ tone: 'won', title: t`The mail is on its way again` });
    else if (result.kind === 'refused')
      notify({ tone: 'lost', title: errorTitle(), text: result.message });
    else
      notify({
        tone: 'saved',
        title: t`You are offline`,
        text: t`Try again when you are online.`,
      });
  };
  return (
    <Button busy={busy} onClick={() => run(resend)}>
      <Trans>Resend the mail</Trans>
    </Button>
  );
}
