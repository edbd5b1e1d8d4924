import { Trans } from '@lingui/react/macro';
import { countText } from './formats.ts';
import { Icon } from './icon.tsx';

/** The number of tips that reached the server before their games began. */
export function ArrivedInTime({ tips, before }: { tips: number; before: number }) {
  const all = countText(tips);
  const some = countText(before);
  return (
    <>
      <Icon name="shield" className="size-5 text-won" />
      <span className="min-w-0 flex-1 basis-44">
        {before === tips ? (
          <Trans>All {all} arrived before kick-off</Trans>
        ) : (
          <Trans>
            {some} of {all} arrived before kick-off
          </Trans>
        )}
      </span>
    </>
  );
}
