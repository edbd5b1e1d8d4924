import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { InstallCard } from '#client/features/my-tips/install-card.tsx';
import { OwnTipTabs } from '#client/features/my-tips/own-tip-tabs.tsx';
import { Page } from '#client/ui/page.tsx';
import { createSearchParser, createTextParser } from '#contract/site/search-parsers.ts';

export const Route = createFileRoute('/_member/tips/my-tips')({
  // With `ticket`, a link opens one ticket.
  validateSearch: createSearchParser({ ticket: createTextParser(100) }),
  component: MySavedTips,
});

function MySavedTips() {
  return (
    <Page title={t`My Saved Tips`} note={t`These tips has not been booked`} wide>
      <OwnTipTabs />
      <InstallCard />
      <SavedTips ticket={Route.useSearch().ticket} />
    </Page>
  );
}
