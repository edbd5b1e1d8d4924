import { Trans } from '@lingui/react/macro';
import { Notice } from '#client/ui/notice.tsx';

/** The public name, with a mark that distinguishes members of the same name. */
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
