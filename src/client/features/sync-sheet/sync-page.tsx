import { Card } from '#client/ui/card.tsx';
import { Page } from '#client/ui/page.tsx';
import { OnThisPhone } from './on-this-phone.tsx';

/** What is on this phone, at an address of its own: links lead to it. */
export function SyncPage() {
  return (
    <OnThisPhone>
      {({ title, summary, list, foot }) => (
        <Page title={title} note={summary}>
          <Card className="paper p-4">{list}</Card>
          <div className="mt-3">{foot}</div>
        </Page>
      )}
    </OnThisPhone>
  );
}
