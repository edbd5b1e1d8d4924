import { Trans, useLingui } from '@lingui/react/macro';
import { LinkButton } from '#client/ui/button.tsx';
import { Empty } from '#client/ui/notice.tsx';
import { BookedTipCard } from './booked-tip-card.tsx';
import { lazyNamed } from '#client/ui/lazy-part.tsx';
import { OwnTipList } from './own-tip-list.tsx';

const BookedTipDetails = lazyNamed(() => import('./booked-tip-details.tsx'), 'BookedTipDetails');

/** One's booked tips. */
export function BookedTips() {
  const { t } = useLingui();
  return (
    <OwnTipList
      booked
      label={t`My Booked Tickets`}
      waiting={<Trans>Fetching your booked tickets</Trans>}
      none={
        <Empty
          act={
            <LinkButton to="/tips/my-tips">
              <Trans>My Saved Tips</Trans>
            </LinkButton>
          }
        >
          <Trans>No booked tickets yet. Book one of your saved tips.</Trans>
        </Empty>
      }
      more={<Trans>Load more tickets</Trans>}
      card={(onOpen) => (tip, now) => <BookedTipCard tip={tip} now={now} onOpen={onOpen} />}
      details={(onClose) => (tip) => <BookedTipDetails tip={tip} onClose={onClose} />}
    />
  );
}
