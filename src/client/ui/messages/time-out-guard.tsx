import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkButton } from '../button.tsx';
import { joinClasses } from '../classes.ts';
import { dayAndTimeText } from '../formats.ts';
import { Notice } from '../notice.tsx';

type TimeOutGuardProps = { until: Date | null | undefined; children: ReactNode };

/**
 * Shows an action, or the notice of the time-out that locks it. Shows nothing until the time-out
 * was read, so that no button disappears.
 */
export function TimeOutGuard({ until, children }: TimeOutGuardProps) {
  if (until) return <TimeOutNotice until={until} />;
  const unknown = until === undefined;
  return (
    <div inert={unknown} className={joinClasses('grid', unknown && 'invisible')}>
      {children}
    </div>
  );
}

function TimeOutNotice({ until }: { until: Date }) {
  const { t } = useLingui();
  const end = dayAndTimeText(until);
  return (
    <Notice
      role="note"
      title={t`You are on a break`}
      actions={
        <>
          <LinkButton to="/settings">{t`Settings`}</LinkButton>
          <LinkButton to="/play-responsibly">{t`Play responsibly`}</LinkButton>
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
