import { Trans } from '@lingui/react/macro';
import { LinkButton } from './button.tsx';
import { dayAndTime } from './formats.ts';
import { Notice } from './notice.tsx';

/** Stands where something would be posted or booked, for as long as a break lasts. */
export function BreakNotice({ until }: { until: Date }) {
  const end = dayAndTime(until);
  return (
    <Notice
      role="note"
      title={<Trans>You are on a break</Trans>}
      acts={
        <>
          <LinkButton to="/settings">
            <Trans>Settings</Trans>
          </LinkButton>
          <LinkButton to="/play-responsibly">
            <Trans>Play responsibly</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>
        Nothing is posted or booked until <time dateTime={until.toISOString()}>{end}</time>. What is
        on your slip stays there, and you can read and follow as always.
      </Trans>
    </Notice>
  );
}
