import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { BookedTips } from '#client/features/my-tips/booked-tips.tsx';
import { InstallCard } from '#client/features/my-tips/install-card.tsx';
import { OwnTipTabs } from '#client/features/my-tips/own-tip-tabs.tsx';
import { Page } from '#client/ui/page.tsx';
import { createSearchParser, createTextParser } from '#contract/site/search-parsers.ts';

export const Route = createFileRoute('/_member/tips/booked-ticket')({
  // With `ticket`, a link opens one ticket.
  validateSearch: createSearchParser({ ticket: createTextParser(100) }),
  component: MyBookedTips,
});

function MyBookedTips() {
  return (
    <Page title={t`My Booked Tickets`} note={t`These tips has been booked`} wide>
      <OwnTipTabs />
      <InstallCard />
      <BookedTips ticket={Route.useSearch().ticket} />
    </Page>
  );
}
