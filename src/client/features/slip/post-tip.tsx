import { Trans } from '@lingui/react/macro';
import { useTimeOut } from '#client/data/use-time-out.ts';
import { UnlessInTimeOut } from '#client/ui/messages/time-out.tsx';
import { Button } from '#client/ui/button.tsx';
import { usePosting } from './use-posting.ts';

/** The button that posts the slip; during a time-out, why there is none. */
export function PostTip() {
  const { busy, post } = usePosting();
  const until = useTimeOut();
  return (
    <UnlessInTimeOut until={until}>
      <Button look="act" busy={busy} onClick={() => void post()} className="w-full text-lg">
        {busy ? <Trans>Create your tip</Trans> : <Trans>Post Tip</Trans>}
      </Button>
    </UnlessInTimeOut>
  );
}
