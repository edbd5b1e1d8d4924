import { Trans } from '@lingui/react/macro';
import { Badge } from './badge.tsx';

/** How a change stands on its way to the server; unknown is sent, and its answer was not seen. */
export type DeviceStanding = 'saved' | 'sending' | 'unknown' | 'needs-you' | 'blocked';

/** What became of something a person did, in the words they know it by. */
export function DeviceBadge({ standing }: { standing: DeviceStanding }) {
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
    // Kept, to be sent again as it was: nothing is under way, whatever came of the last attempt.
    case 'unknown':
      return (
        <Badge tone="saved">
          <Trans>Saved on this phone</Trans>
        </Badge>
      );
  }
}
