import { t } from '@lingui/core/macro';
import type { SlipDraft } from '#client/data/tips/slip.ts';
import { Card } from '#client/ui/card.tsx';
import { SlipContent } from './slip-content.tsx';
import { SlipFooter } from './slip-footer.tsx';

/** The slip beside the games, on a wide desktop. */
export function SlipCard({ draft }: { draft: SlipDraft }) {
  return (
    <Card
      aria-labelledby="stake-slip"
      className="sticky top-20 grid max-h-[calc(100dvh-6rem)] grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <h2 id="stake-slip" className="border-b border-line px-4 py-3 text-lg">
        {t`Stake Slip`}
      </h2>
      <div className="overflow-y-auto px-4 py-3">
        <SlipContent draft={draft} />
      </div>
      <div className="border-t border-line p-4">
        <SlipFooter draft={draft} />
      </div>
    </Card>
  );
}
