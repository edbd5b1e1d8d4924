import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useIsTold } from '#client/data/use-is-told.ts';
import { useRefresh } from '#client/data/use-refresh.ts';
import { Failed, Loading } from '#client/ui/notice.tsx';

type OnceToldProps = { waiting: ReactNode; children: ReactNode };

/** That there are no tips, which a phone that was never told of any must not say. */
export function OnceTold({ waiting, children }: OnceToldProps) {
  const told = useIsTold();
  if (told === undefined) return <Loading label={waiting} />;
  return told ? children : <FirstTime waiting={waiting}>{children}</FirstTime>;
}

function FirstTime({ waiting, children }: OnceToldProps) {
  const { state, retry } = useRefresh('own');
  if (state === 'fresh') return children;
  if (state === 'waiting') return <Loading label={waiting} />;
  return (
    <Failed onRetry={retry}>
      <Trans>Your tickets could not be fetched.</Trans>
    </Failed>
  );
}
