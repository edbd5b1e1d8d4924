import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { TipTabs } from '#client/features/my-tips/own-tip-list.tsx';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/_member/tips/my-tips')({
  component: MySavedTips,
});

function MySavedTips() {
  return (
    <Page title={t`My Saved Tips`} note={t`These tips has not been booked`} wide>
      <TipTabs />
      <SavedTips />
    </Page>
  );
}
