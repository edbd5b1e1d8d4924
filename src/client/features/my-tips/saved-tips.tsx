import { Trans, useLingui } from '@lingui/react/macro';
import { LinkButton } from '#client/ui/button.tsx';
import { Empty } from '#client/ui/notice.tsx';
import { lazyNamed } from '#client/ui/lazy-part.tsx';
import { OwnTipList } from './own-tip-list.tsx';
import { SavedTipCard } from './saved-tip-card.tsx';

const SavedTipDetails = lazyNamed(() => import('./saved-tip-details.tsx'), 'SavedTipDetails');

/** One's saved tips. */
export function SavedTips() {
  const { t } = useLingui();
  return (
    <OwnTipList
      booked={false}
      label={t`My Saved Tips`}
      waiting={<Trans>Fetching your saved tips</Trans>}
      none={
        <Empty
          act={
            <LinkButton to="/tips/create" look="act">
              <Trans>Post a tip</Trans>
            </LinkButton>
          }
        >
          <Trans>No saved tips yet. Post one before a kick-off.</Trans>
        </Empty>
      }
      more={<Trans>Load more tips</Trans>}
      card={(onOpen) => (tip, now) => <SavedTipCard tip={tip} now={now} onOpen={onOpen} />}
      details={(onClose) => (tip, now) => <SavedTipDetails tip={tip} now={now} onClose={onClose} />}
    />
  );
}
