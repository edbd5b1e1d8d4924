import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkButton } from '../button.tsx';
import { classes } from '../classes.ts';
import { dayAndTime } from '../formats.ts';
import { Notice } from '../notice.tsx';

type UnlessInTimeOutProps = { until: Date | null | undefined; children: ReactNode };

/**
 * What posts or books; during a time-out, why it is not there. Until it is known which of them stands
 * here its place stays empty, and nobody sees a button that is taken away again.
 */
export function UnlessInTimeOut({ until, children }: UnlessInTimeOutProps) {
  if (until) return <TimeOutNotice until={until} />;
  const unknown = until === undefined;
  return (
    <div inert={unknown} className={classes('grid', unknown && 'invisible')}>
      {children}
    </div>
  );
}

function TimeOutNotice({ until }: { until: Date }) {
  const { t } = useLingui();
  const end = dayAndTime(until);
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
