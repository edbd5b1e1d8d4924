import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { DeskFixture } from '#contract/desk.ts';
import { reasonLimit } from '#contract/limits.ts';
import type { Leg } from '#contract/tips.ts';
import { findOptionByName } from '#domain/catalogue.ts';
import { hasStarted } from '#domain/fixture.ts';
import type { LegDraft } from '#client/data/tips/drafts.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useEstimates } from '#client/data/estimates.ts';
import { Button } from '#client/ui/button.tsx';
import { Form, SubmitButton, useSchemaForm } from '#client/ui/form/form.tsx';
import { gameText, editableOddsText } from '#client/ui/formats.ts';
import { GameName } from '#client/ui/text.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { InlineQuestion } from '#client/ui/dialog/inline-question.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { PickWithCode } from '../desk/pick-with-code.tsx';
import { RequiredReason, ReasonField } from '../desk/reason-form.tsx';
import { isPriceDoubtful, type PriceRow, groupPriceRows } from './price-entry.ts';
import { DoubtfulPriceNote, usualPriceText } from './price-field.tsx';
import { ScoreOrKickOff } from '../desk/ticket-games.tsx';
import { parseTypedPrice } from './typed-price.ts';

type OddsDialogProps = {
  leg: Leg;
  /** The desk's row of the game; undefined if the desk does not contain the game. */
  fixture: DeskFixture | undefined;
  entered: LegDraft | undefined;
  onEnter: (change: LegDraft | undefined) => Promise<void>;
  onClose: () => void;
};

/** A dialog that sets the odds of a game in a ticket, or withdraws the game. */
export function OddsDialog({ onClose, ...game }: OddsDialogProps) {
  const { t } = useLingui();
  const { leg, entered, onEnter } = game;
  return (
    <Modal
      open
      onClose={onClose}
      title={<GameName game={leg.game} />}
      description={
        <>
          <PickWithCode game={leg.game} oddName={leg.oddName} />
          <span className="block">
            <ScoreOrKickOff leg={leg} />
          </span>
        </>
      }
    >
      <OddsForm {...game} />
      <div className="mt-4 grid gap-4 border-t-[1.5px] border-line pt-4">
        {entered && (
          <Button onClick={() => void onEnter(undefined)}>{t`Take my change back`}</Button>
        )}
        {!entered?.withdrawn && leg.result !== 'void' && (
          <WithdrawalForm onWithdraw={async (reason) => onEnter({ withdrawn: true, reason })} />
        )}
      </div>
    </Modal>
  );
}

/** A form that withdraws a game from a ticket for a reason; possible at any time. */
function WithdrawalForm({ onWithdraw }: { onWithdraw: (reason: string) => Promise<void> }) {
  const { t } = useLingui();
  const form = useSchemaForm(RequiredReason, { reason: '' });
  return (
    <Form form={form} label={t`DECLINE TIP`} onSubmit={async ({ reason }) => onWithdraw(reason)}>
      <ReasonField
        label={t`Reason for the withdrawal`}
        hint={t`The game is withdrawn from this ticket and counts as void. Everybody reads the reason.`}
      />
      <Button type="submit" busy={form.formState.isSubmitting}>{t`DECLINE TIP`}</Button>
    </Form>
  );
}

function OddsForm({ leg, fixture, entered, onEnter }: Omit<OddsDialogProps, 'onClose'>) {
  const { t } = useLingui();
  const usual = useUsualPrice(leg, fixture);
  const [doubtedOdd, setDoubtedOdd] = useState<string>();
  const started = hasStarted(new Date(leg.startDateOfGame), useServerNow(30_000));
  const shape = useMemo(() => createOddsSchema(started), [started]);
  const game = gameText(leg.game);
  const odd = entered?.odd ?? leg.odd;
  const form = useSchemaForm(shape, {
    odd: odd > 0 ? editableOddsText(odd) : '',
    reason: entered?.reason ?? '',
  });
  const isAsking = doubtedOdd !== undefined && form.watch('odd') === doubtedOdd;
  const enter = async ({ odd, reason }: z.output<typeof shape>) => {
    const price = parseTypedPrice(odd);
    if (price !== undefined && doubtedOdd !== odd && isPriceDoubtful({ usual }, price)) {
      return setDoubtedOdd(odd);
    }
    return onEnter({ ...(price !== undefined && { odd: price }), reason: reason.trim() });
  };
  const words = odd > 0 ? t`Update Tip` : t`Add odd`;
  return (
    <Form form={form} label={t`Odds of ${game}`} onSubmit={enter}>
      <TextField
        name="odd"
        data-first-focus
        label={t`Odd`}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        dir="ltr"
        hint={[
          ...(usual ? [usualPriceText(usual)] : []),
          t`0 means not priced yet. Otherwise 1 to 1000, two decimals.`,
        ].join(' ')}
        errorTexts={{
          required: t`Odd is required`,
          invalid: t`Odds are 0 or between 1 and 1000, with at most two decimals.`,
        }}
      />
      {started && <ReasonField hint={t`The game has started: say why the odds change now.`} />}
      {isAsking ? (
        <InlineQuestion
          words={words}
          question={<DoubtfulPriceNote usual={usual} />}
          keep={t`Look again`}
          onKeep={() => {
            setDoubtedOdd(undefined);
            form.setFocus('odd');
          }}
          onConfirm={() => void form.handleSubmit(enter)()}
        />
      ) : (
        <SubmitButton>{words}</SubmitButton>
      )}
    </Form>
  );
}

/** Finds a leg's usual price, such as an estimate; undefined if the desk lacks the game. */
function useUsualPrice(leg: Leg, fixture: DeskFixture | undefined): PriceRow['usual'] {
  const prices = fixture?.prices;
  const estimatesOf = useEstimates(prices ? [prices] : []);
  if (!fixture) return undefined;
  const estimates = prices && estimatesOf(prices);
  const rows = Object.values(groupPriceRows(fixture, estimates ?? undefined)).flat();
  const oddsId = findOptionByName(leg.oddName)?.oddsId;
  return rows.find((row) => row.oddsId === oddsId)?.usual;
}

const requiredIssue = { params: { code: 'required' }, abort: true };

/** The schema of the odds form; after the kick-off a reason is required. */
function createOddsSchema(started: boolean) {
  return z.object({
    odd: z.string().check(
      z.refine((text) => text.trim() !== '', requiredIssue),
      z.refine((text) => parseTypedPrice(text) !== undefined, { params: { code: 'invalid' } }),
    ),
    reason: z.string().check(
      z.refine((text) => !started || text.trim() !== '', requiredIssue),
      z.maxLength(reasonLimit),
    ),
  });
}
