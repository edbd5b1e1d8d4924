import { useLingui } from '@lingui/react/macro';
import { useSaySaved } from './say-saved.ts';

/** Says that somebody's tip is among one's own now, and what a copy is. */
export function useSayCopied(): () => void {
  const { t } = useLingui();
  const saySaved = useSaySaved();
  return () =>
    saySaved(
      t`It is among your saved tips. Everybody can read it, and it does not count in your record.`,
    );
}
