import { Trans, useLingui } from '@lingui/react/macro';
import { TabLink, Tabs } from '#client/ui/page.tsx';

/** The two lists of one's own tips, one tap apart. */
export function TipTabs() {
  const { t } = useLingui();
  return (
    <Tabs label={t`My tickets`}>
      <TabLink to="/tips/my-tips">
        <Trans>Saved</Trans>
      </TabLink>
      <TabLink to="/tips/booked-ticket">
        <Trans>Booked</Trans>
      </TabLink>
    </Tabs>
  );
}
