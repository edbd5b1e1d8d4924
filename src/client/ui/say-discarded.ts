import { useLingui } from '@lingui/react/macro';
import { notify } from './toasts.ts';

/** Says that something is off this phone, and offers it back for as long as the message stands. */
export function useSayDiscarded(): (undo: (() => Promise<unknown>) | undefined) => void {
  const { t } = useLingui();
  return (undo) => {
    if (undo === undefined) return;
    const text = t`It is not sent any more.`;
    const onAct = () => {
      undo().catch(() =>
        notify({ tone: 'lost', title: t`It could not be put back`, text: t`Please do it again.` }),
      );
    };
    notify({
      tone: 'saved',
      title: t`Discarded`,
      text,
      act: { label: t`Undo`, onAct },
      stands: true,
    });
  };
}
