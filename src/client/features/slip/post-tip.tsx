import { Trans } from '@lingui/react/macro';
import { Button } from '#client/ui/button.tsx';
import { usePosting } from './use-posting.ts';

/** The button that posts the slip. */
export function PostTip() {
  const { busy, post } = usePosting();
  return (
    <Button look="act" busy={busy} onClick={() => void post()} className="w-full text-lg">
      {busy ? <Trans>Create your tip</Trans> : <Trans>Post Tip</Trans>}
    </Button>
  );
}
