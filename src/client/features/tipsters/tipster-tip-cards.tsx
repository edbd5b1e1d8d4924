import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useCopyNote } from '#client/data/tips/copy-note.ts';
import { resultSoFarOf } from '#client/data/tips/result-so-far.ts';
import { useTipActions } from '#client/data/tips/tip-actions.ts';
import { spanText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { WindowList } from '#client/ui/list/list.tsx';
import { About } from '#client/ui/tip/card-action.tsx';
import { CopyNote, TipActionBar } from '#client/ui/tip/tip-action-bar.tsx';
import { TipCard, TipTitle } from '#client/ui/tip/tip-card.tsx';
import { tipName } from '#client/ui/tip/tip-name.ts';
import type { Tip } from '#contract/tips.ts';

/** Tips of one tipster, each with its outcome and, once it is settled, its time of arrival. */
export function TipsterTipCards({ tips }: { tips: readonly Tip[] }) {
  const now = useServerNow(30_000);
  const actionsOf = useTipActions();
  const note = useCopyNote(tips.some((tip) => typeof actionsOf(tip) === 'object'));
  return (
    <div className="-mx-2 lg:mx-0">
      {note && <CopyNote {...note} />}
      <WindowList label={t`Recent Tickets`} items={tips} keyOf={({ id }) => id} estimate={230}>
        {(tip) => (
          <TipCard
            tip={tip}
            now={now}
            linked
            title={<TipTitle tip={tip} />}
            resultSoFarOf={resultSoFarOf}
            actions={<TipActionBar tip={tip} actions={actionsOf(tip)} noteId={note?.id} />}
          >
            {tip.IsGameSuccessful ? <Arrival tip={tip} /> : undefined}
          </TipCard>
        )}
      </WindowList>
    </div>
  );
}

/** The lead of a tip before its first kick-off, with a link to the evidence. */
function Arrival({ tip }: { tip: Tip }) {
  const early = Date.parse(tip.expiryTime) - Date.parse(tip.creationTime);
  const span = spanText(early);
  return (
    <div className="-my-2.5 flex flex-wrap items-center gap-x-2 text-sm">
      {early > 0 && (
        <span className="flex min-w-0 flex-1 basis-48 items-center gap-1.5">
          <Icon name="shield" className="size-4.5 shrink-0 text-won" />
          {t`Arrived ${span} before kick-off`}
        </span>
      )}
      <Link
        to="/tip/$id"
        params={{ id: tip.id }}
        hash="receipt"
        className="inline-flex min-h-11 min-w-11 items-center justify-center font-medium underline underline-offset-4"
      >
        {t`Receipt`}
        <About about={tipName(tip)} />
      </Link>
    </div>
  );
}
