import { Trans } from '@lingui/react/macro';
import { Badge } from './badge.tsx';
import { useKept } from './kept.ts';

/** How a change stands on its way to the server; unknown is sent, and its answer was not seen. */
export type DeviceStanding = 'saved' | 'sending' | 'unknown' | 'needs-you' | 'blocked' | 'waits';

/** What became of something a person did, in the words they know it by. */
export function DeviceBadge({ standing }: { standing: DeviceStanding }) {
  const kept = useKept();
  switch (standing) {
    case 'sending':
      return (
        <Badge tone="waiting">
          <Trans>Sending</Trans>
        </Badge>
      );
    case 'needs-you':
      return (
        <Badge tone="needs">
          <Trans>Needs you</Trans>
        </Badge>
      );
    case 'saved':
    case 'blocked':
    case 'waits':
    // Kept, to be sent again as it was: nothing is under way, whatever came of the last attempt.
    case 'unknown':
      return (
        <Badge tone="saved">
          {kept ? <Trans>Saved on this phone</Trans> : <Trans>Not kept on this phone</Trans>}
        </Badge>
      );
  }
}
