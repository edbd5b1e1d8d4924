import { useLingui } from '@lingui/react/macro';
import { useKept } from './kept.ts';
import { notify, type Toast } from './toasts.ts';

/** Says that what was just done is safe here; and that it is not, where the browser keeps nothing. */
export function useSaySaved(): (text: string, act?: Toast['act']) => void {
  const { t } = useLingui();
  const kept = useKept();
  return (text, act) => {
    const title = kept ? t`Saved on this phone` : t`Not kept on this phone`;
    const words = kept ? text : t`Keep this page open until it is posted.`;
    notify({ tone: 'saved', title, text: words, ...(act && { act }) });
  };
}
