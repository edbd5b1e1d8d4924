import { t } from '@lingui/core/macro';
import { useDuplicateTip } from '#client/data/outbox/arrival-check.ts';
import { dayAndTimeText } from '#client/ui/formats.ts';
import { Notice } from '#client/ui/notice.tsx';
import type { Tip } from '#contract/tips.ts';

/** Says that a tip may be listed twice, because browsers may repeat a request silently. */
export function DuplicateTipNote({ tip }: { tip: Tip }) {
  const twin = useDuplicateTip(tip);
  if (twin === undefined) return undefined;
  const posted = dayAndTimeText(twin.creationTime);
  return (
    <Notice tone="warning" role="status">
      {t`This tip stands there twice: the same one was posted ${posted}. The browser may have sent it again when the connection was cut.`}
    </Notice>
  );
}
