import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Fact } from '#domain/fact.ts';
import { hasStarted } from '#domain/fixture.ts';
import type { LegResult } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useActions } from '#client/data/actions.ts';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import { useServerNow } from '#client/data/server-time.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LazyPart, lazyNamed } from '#client/ui/lazy-part.tsx';
import { takeFocus } from '#client/ui/dialog/question.tsx';
import { OddsFigure } from '#client/ui/tip/leg.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';
import { GameButton } from './game-button.tsx';
import { TipNews, useIsLocked } from './tip-news.tsx';

const StatusDialog = lazyNamed(() => import('./status-dialog.tsx'), 'StatusDialog');

/** The games of a tip and how each came out; with all decided, the tip can be confirmed. */
export function ConfirmPanel({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  const { act } = useActions();
  const notSavedWords = useNotSavedWords();
  const locked = useIsLocked(tip);
  const [openId, setOpenId] = useState<string>();
  const { busy, run } = useTask((error) => notify({ tone: 'lost', title: notSavedWords(error) }));
  const [confirmed, setConfirmed] = useState(false);
  const leg = tip.options.find(({ fixtureId }) => fixtureId === openId);

  const confirm = async () => {
    if (tip.options.some(({ result }) => result === 'pending')) {
      notify({
        tone: 'lost',
        title: t`Error Confirming Ticket. Make sure all tip status has been confirmed`,
      });
      return;
    }
    await run(async () => {
      await act('tip.confirm', { tipId: tip.id }, { baseVersion: tip.version });
      // The button goes with it; what is said instead of it is read next.
      setConfirmed(true);
    });
  };
  const settle = async (result: Exclude<LegResult, 'pending'>, fact: Fact | undefined) => {
    if (!leg) return;
    const { fixtureId, game } = leg;
    const change = { fixtureId, game, result, ...(fact && { fact }) };
    const payload = { tipId: tip.id, legs: tip.options, change };
    await act('leg.settle', payload, { baseVersion: tip.version });
    setOpenId(undefined);
  };
  return (
    <div className="grid gap-3 pb-4">
      <ul>
        {tip.options.map((leg) => (
          <GameButton
            key={leg.fixtureId}
            leg={leg}
            disabled={locked}
            onOpen={() => setOpenId(leg.fixtureId)}
            aside={
              <span className="figure font-bold">
                <OddsFigure odds={leg.odd} />
              </span>
            }
          />
        ))}
      </ul>
      <div
        ref={confirmed && locked ? takeFocus : undefined}
        tabIndex={-1}
        className="grid gap-3 px-4 focus:shadow-none focus:outline-none"
      >
        <TipNews tip={tip} />
        {tip.IsGameSuccessful && !tip.device && (
          <Notice>{t`This ticket has been confirmed.`}</Notice>
        )}
        {!locked && <BeforeConfirming tip={tip} />}
        {!locked && (
          <Button look="act" busy={busy} onClick={confirm}>
            {busy ? t`Processing...` : t`Confirm Ticket`}
          </Button>
        )}
      </div>
      {leg && (
        <LazyPart onMissing={() => setOpenId(undefined)}>
          <StatusDialog leg={leg} onClose={() => setOpenId(undefined)} onSettle={settle} />
        </LazyPart>
      )}
    </div>
  );
}

/** What an administrator should know before a confirmation, which is for good. */
function BeforeConfirming({ tip: { options, copiedFrom } }: { tip: OptimisticTip }) {
  const now = useServerNow(60_000);
  if (options.some(({ result }) => result === 'pending')) return undefined;
  const counting = options.filter(({ result }) => result !== 'void');
  const ahead = counting.filter(({ startDateOfGame: start }) => !hasStarted(new Date(start), now));
  // A copy counts in no record at all.
  const unpriced = copiedFrom === undefined ? counting.filter(({ odd }) => odd === 0) : [];
  if (ahead.length === 0 && unpriced.length === 0) return undefined;
  return (
    <Notice tone="warning" title={<Trans>A confirmation cannot be taken back.</Trans>}>
      {ahead.length > 0 && (
        <p>
          <Plural
            value={ahead.length}
            one="# game has not kicked off yet."
            other="# games have not kicked off yet."
          />
        </p>
      )}
      {unpriced.length > 0 && (
        <p>
          <Plural
            value={unpriced.length}
            one="# game has no odds: the ticket counts in the hit rate, and not in units."
            other="# games have no odds: the ticket counts in the hit rate, and not in units."
          />
        </p>
      )}
    </Notice>
  );
}
