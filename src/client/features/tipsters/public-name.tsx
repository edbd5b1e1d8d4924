import { Trans } from '@lingui/react/macro';
import { Notice } from '#client/ui/notice.tsx';

/** Says that others see the member under this public name, because the own name is not unique. */
export function PublicName({ name }: { name: string }) {
  return (
    <Notice role="note">
      <Trans>
        Others see you as <bdi className="font-bold">{name}</bdi>, because an earlier member has a
        name like yours.
      </Trans>
    </Notice>
  );
}
