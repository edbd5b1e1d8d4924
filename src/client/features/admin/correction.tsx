import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { CorrectionPreview, DeskFixture, ProposedCorrection } from '#contract/desk.ts';
import { reasonLimit } from '#contract/limits.ts';
import { gameName } from '#domain/fixture.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useActions } from '#client/data/outbox/actions.ts';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { useSaySavedOffline } from '#client/data/device/sync-state.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useSession } from '#client/session/session.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Club } from '#client/ui/fixture/fixture-row.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, useShapeForm } from '#client/ui/form/form.tsx';
import { isolated, mediumDateTime } from '#client/ui/formats.ts';
import { Empty, Failed, Loading, Notice, Problem } from '#client/ui/notice.tsx';
import { DeviceTag } from '#client/ui/tag.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { CorrectedOptions, type Wanted } from './corrected-options.tsx';
import { CorrectedTipsters } from './corrected-tipsters.tsx';
import { GameScore } from './game-score.tsx';
import { ResultFields } from './result-fields.tsx';
import { useCorrectionPreview } from './use-correction-preview.ts';
import { resultText } from './use-result.ts';

type CorrectionProps = {
  fixtureId: string;
  /** The fixture as this device has it, if it has. */
  known: DeskFixture | undefined;
};

/** What a correction of one game would do, and the one button that does it. */
export function Correction({ fixtureId, known }: CorrectionProps) {
  const { t } = useLingui();
  const proposed = known?.proposed;
  const [chosen, setChosen] = useState<Wanted>({});
  const wanted = { ...resultsOf(proposed), ...chosen };
  const { fixture, preview, state, retry } = useCorrectionPreview(fixtureId, wanted, known);
  if (!preview && state === 'waiting') {
    return <Loading rows={1} label={t`Fetching the tickets`} />;
  }
  if (!preview) {
    return (
      <Failed onRetry={retry}>
        {t`What a correction would change can be told only online. Nothing was changed.`}
      </Failed>
    );
  }
  const isAhead = fixture !== undefined && resultText(fixture) !== resultText(preview.fixture);
  return (
    <Card className="grid gap-4 px-4 py-4">
      <h2 className="font-narrow text-lg font-bold wrap-anywhere">
        <GameScore fixture={preview.fixture} />
      </h2>
      {fixture && <Result fixture={fixture} preview={preview} />}
      {isAhead ? (
        <Notice role="status">
          <Trans>What this changes in tickets is shown once the server has it.</Trans>
        </Notice>
      ) : (
        <Tickets
          preview={preview}
          proposed={proposed}
          chosen={chosen}
          waiting={state === 'waiting'}
          onChoose={(oddsId, result) => setChosen({ ...wanted, [oddsId]: result })}
        />
      )}
    </Card>
  );
}

type TicketsProps = {
  preview: CorrectionPreview;
  proposed: ProposedCorrection | undefined;
  chosen: Wanted;
  /** Another preview is under way. */
  waiting: boolean;
  onChoose: (oddsId: number, result: NonNullable<Wanted[number]>) => void;
};

/** What becomes of the tickets, and the button that does it. */
function Tickets({ preview, proposed, chosen, waiting, onChoose }: TicketsProps) {
  const { t } = useLingui();
  const session = useSession();
  const { tickets, old, own, selections, tipsters } = preview;
  // One's own proposal is another administrator's to carry out.
  const isMine = proposed?.by.id === session?.memberId && Object.keys(chosen).length === 0;
  const isWaiting = proposed !== undefined && isMine && tickets === old;
  return (
    <>
      {proposed && <Proposed proposed={proposed} />}
      {selections.length === 0 ? (
        <Empty>{t`No ticket with this game has been confirmed.`}</Empty>
      ) : (
        <CorrectedOptions preview={preview} onChoose={onChoose} />
      )}
      {own > 0 && (
        <Notice>
          <Plural
            value={own}
            one="# ticket of your own is left to somebody else."
            other="# tickets of your own are left to somebody else."
          />
        </Notice>
      )}
      {tickets === 0 && selections.length > 0 && (
        <Notice tone="good">{t`Nothing is to be corrected.`}</Notice>
      )}
      {tickets > 0 && <CorrectedTipsters tipsters={tipsters} />}
      {tickets > 0 && !isWaiting && (
        <Correct
          preview={preview}
          chosen={chosen}
          reason={proposed?.reason ?? ''}
          waiting={waiting}
        />
      )}
    </>
  );
}

type ResultProps = { fixture: OptimisticFixture; preview: CorrectionPreview };

/** The result by which its tickets are decided, which may be what is wrong. */
function Result({ fixture, preview: { selections } }: ResultProps) {
  const now = useServerNow(30_000);
  return (
    <div className="@container grid grid-cols-1 gap-2">
      <p role="status" className="justify-self-end empty:hidden">
        {fixture.device && <DeviceTag state={fixture.device.state} />}
      </p>
      <ResultFields fixture={fixture} held={selections} now={now}>
        <div className="grid min-w-0 flex-1 basis-28 gap-2">
          <Club team={fixture.home} />
          <Club team={fixture.away} />
        </div>
      </ResultFields>
    </div>
  );
}

function resultsOf(proposed: ProposedCorrection | undefined): Wanted {
  return Object.fromEntries(proposed?.results.map((one) => [one.oddsId, one.result]) ?? []);
}

/** Who proposed it, when and why, and whether one may carry it out oneself. */
function Proposed({ proposed: { by, at, reason } }: { proposed: ProposedCorrection }) {
  const session = useSession();
  const moment = mediumDateTime(at);
  const name = isolated(by.name);
  return (
    <Notice
      title={
        by.id === session?.memberId ? (
          <Trans>You proposed this {moment}. Another administrator has to carry it out.</Trans>
        ) : (
          <Trans>
            {name} proposed this {moment}. With you it is done.
          </Trans>
        )
      }
    >
      <bdi>{reason}</bdi>
    </Notice>
  );
}

const Reason = z.object({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(reasonLimit)),
});

type CorrectProps = {
  preview: CorrectionPreview;
  chosen: Wanted;
  reason: string;
  /** Another preview is under way. */
  waiting: boolean;
};

function Correct({ preview, chosen, reason: given, waiting }: CorrectProps) {
  const { t } = useLingui();
  const { act } = useActions();
  const navigate = useNavigate();
  const saySaved = useSaySavedOffline();
  const notSavedWords = useNotSavedWords();
  const [failed, setFailed] = useState<string>();
  const { busy, run } = useTask((error) => setFailed(notSavedWords(error)));
  const form = useShapeForm(Reason, { reason: given });
  const { tickets, old, fixture, selections } = preview;
  const correct = async ({ reason }: z.output<typeof Reason>) =>
    run(async () => {
      const results = selections.flatMap(({ oddsId, becomes, ...counts }) =>
        becomes && counts[becomes] < counts.tickets
          ? [{ oddsId, result: becomes, ...(chosen[oddsId] && { over: true }) }]
          : [],
      );
      const { id, home, away, version } = fixture;
      const about = { fixtureId: id, game: gameName(home, away), version };
      await act('fixture.correct', { ...about, results, reason });
      saySaved(t`The tickets are corrected when you are online.`);
      await navigate({ to: '/admin/corrections' });
    });
  return (
    <Form form={form} label={t`Correct tickets`} onSubmit={correct}>
      <TextField
        name="reason"
        enterKeyHint="done"
        label={t`Reason`}
        hint={t`Everybody reads it beside the old outcome.`}
        limit={reasonLimit}
        words={{ required: t`Reason is required` }}
      />
      {old > 0 && (
        <Notice>
          <Plural
            value={old}
            one="# ticket was confirmed more than 72 hours ago: two administrators have to agree."
            other="# tickets were confirmed more than 72 hours ago: two administrators have to agree."
          />
        </Notice>
      )}
      <Problem text={failed} />
      <Button type="submit" look="act" busy={busy || waiting}>
        <Plural value={tickets} one="Correct # ticket" other="Correct # tickets" />
      </Button>
    </Form>
  );
}
