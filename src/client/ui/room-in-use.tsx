import { Trans } from '@lingui/react/macro';
import { roomText } from './formats.ts';

type RoomInUseProps = {
  room: { usage?: number | undefined; quota?: number | undefined } | undefined;
};

/** How much of the browser's room is taken, in bytes as it tells them; nothing where it does not. */
export function RoomInUse({ room: { usage, quota } = {} }: RoomInUseProps) {
  if (usage === undefined || quota === undefined) return undefined;
  const used = roomText(usage);
  const all = roomText(quota);
  return (
    <p className="text-sm text-dim">
      <Trans>
        {used} of {all} are in use.
      </Trans>
    </p>
  );
}
