import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Leg } from '#contract/tips.ts';
import { hasStarted } from '#domain/fixture.ts';
import type { LegDraft } from '#client/data/use-edit-draft.ts';
import { useServerNow } from '#client/data/use-server-now.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmAct } from '#client/ui/dialog/question.tsx';
import { typedOddsText } from '#client/ui/formats.ts';
import { Form, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { oddNameWords } from '#client/ui/tip/option-words.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { oddsForm, typedPrice } from './odds-form.ts';

type OddsDialogProps = {
  leg: Leg;
  entered: LegDraft | undefined;
  onEnter: (change: LegDraft | undefined) => Promise<void>;
  onClose: () => void;
};

/** The odds of one game of a tip, or its withdrawal from it. */
export function OddsDialog({ leg, entered, onEnter, onClose }: OddsDialogProps) {
  const { t } = useLingui();
  const started = hasStarted(new Date(leg.startDateOfGame), useServerNow(30_000));
  const shape = useMemo(() => oddsForm(started), [started]);
  const odd = entered?.odd ?? leg.odd;
  const form = useShapeForm(shape, {
    odd: odd > 0 ? typedOddsText(odd) : '',
    reason: entered?.reason ?? '',
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={<bdi>{leg.game}</bdi>}
      description={<bdi>{oddNameWords(leg.oddName)}</bdi>}
    >
      <Form
        form={form}
        label={t`Odds of ${leg.game}`}
        onSubmit={async ({ odd, reason }) => {
          const price = typedPrice(odd);
          await onEnter({ ...(price !== undefined && { odd: price }), reason: reason.trim() });
        }}
      >
        <TextField
          name="odd"
          data-first-focus
          label={<Trans>Odd</Trans>}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          hint={<Trans>0 means not priced yet. Otherwise 1 to 1000, two decimals.</Trans>}
          words={{
            required: t`Odd is required`,
            invalid: t`Odds are 0 or between 1 and 1000, with at most two decimals.`,
          }}
        />
        {started && (
          <TextField
            name="reason"
            label={<Trans>Reason</Trans>}
            hint={<Trans>The game has started: say why the odds change now.</Trans>}
            words={{ required: t`Reason is required` }}
          />
        )}
        <SubmitButton busy={form.formState.isSubmitting}>
          {odd > 0 ? <Trans>Update Tip</Trans> : <Trans>Add odd</Trans>}
        </SubmitButton>
      </Form>
      <div className="mt-4 flex flex-wrap gap-2 border-t-[1.5px] border-line pt-4">
        {entered && (
          <Button onClick={() => void onEnter(undefined)}>
            <Trans>Take my change back</Trans>
          </Button>
        )}
        {!entered?.withdrawn && leg.result !== 'void' && (
          <ConfirmAct
            words={<Trans>DECLINE TIP</Trans>}
            question={<Trans>The game is withdrawn from this ticket and counts as void.</Trans>}
            onConfirm={() => void onEnter({ withdrawn: true })}
          />
        )}
      </div>
    </Modal>
  );
}
