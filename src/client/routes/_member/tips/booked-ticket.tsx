import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { BookedTips } from '#client/features/my-tips/booked-tips.tsx';
import { InstallCard } from '#client/features/my-tips/install-card.tsx';
import { TipSwitch } from '#client/features/my-tips/tip-switch.tsx';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/_member/tips/booked-ticket')({
  component: MyBookedTips,
});

function MyBookedTips() {
  return (
    <Page title={t`My Booked Tickets`} note={t`These tips has been booked`} wide>
      <TipSwitch />
      <InstallCard />
      <BookedTips />
    </Page>
  );
}
