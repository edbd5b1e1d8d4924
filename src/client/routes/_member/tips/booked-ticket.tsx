import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { BookedTips } from '#client/features/my-tips/booked-tips.tsx';
import { TipTabs } from '#client/features/my-tips/own-tip-list.tsx';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/_member/tips/booked-ticket')({
  component: MyBookedTips,
});

function MyBookedTips() {
  const { t } = useLingui();
  return (
    <Page title={t`My Booked Tickets`} note={<Trans>These tips has been booked</Trans>} wide>
      <TipTabs />
      <BookedTips />
    </Page>
  );
}
