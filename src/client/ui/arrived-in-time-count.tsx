import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { countText } from './formats.ts';
import { Icon } from './icon.tsx';

type ArrivedInTimeCountProps = {
  tipsterId: string;
  month: string;
  /** The month's settled tips, and how many of them were posted before their games began. */
  tips: number;
  before: number;
  /** False on the page that shows the tips, because the link scrolls to them. */
  resetScroll?: boolean;
};

/** The number of tips that reached the server before their games began, and a link to the tips. */
export function ArrivedInTimeCount(props: ArrivedInTimeCountProps) {
  const { tipsterId, month, tips, before, resetScroll = true } = props;
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
      <Link
        to="/tipster/profile/$id"
        params={{ id: tipsterId }}
        search={{ month, tips: 'settled', played: month, figure: 'in-time' }}
        resetScroll={resetScroll}
        className="inline-flex min-h-11 items-center gap-0.5 hover:underline"
      >
        <Trans>See each</Trans>
        <Icon name="next" className="size-4" />
      </Link>
    </>
  );
}
