import { Trans } from '@lingui/react/macro';
import { useBreak } from '#client/data/use-break.ts';
import { UnlessOnBreak } from '#client/ui/break-notice.tsx';
import { Button } from '#client/ui/button.tsx';
import { usePosting } from './use-posting.ts';

/** The button that posts the slip; during a break, why there is none. */
export function PostTip() {
  const { busy, post } = usePosting();
  const until = useBreak();
  return (
    <UnlessOnBreak until={until}>
      <Button look="act" busy={busy} onClick={() => void post()} className="w-full text-lg">
        {busy ? <Trans>Create your tip</Trans> : <Trans>Post Tip</Trans>}
      </Button>
    </UnlessOnBreak>
  );
}
