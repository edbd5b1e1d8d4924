import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useState } from 'react';
import { useServerNow } from '#client/data/device/server-time.ts';
import {
  useSlipActions,
  type Selection,
  type Slip,
  type SlipDraft,
} from '#client/data/tips/slip.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { BadgePair } from '#client/ui/member/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { focusOnMount } from '#client/ui/focus.ts';
import { gameText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { createLazyComponent, LazyContent } from '#client/ui/lazy-content.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { GameName } from '#client/ui/text.tsx';
import { translatePick } from '#client/ui/tip/option-words.ts';
import { oddNameOf } from '#domain/catalogue.ts';
import { hasStarted, parseGameName } from '#domain/fixture.ts';
import { type Quote, quoteOf } from '#domain/odds/quote.ts';
import { FixtureStatusText } from './fixture-status.tsx';
import { RepeatNotice } from './repeat-notice.tsx';
import { BookmakersNotice, StartedGamesChoice, TipInputFields } from './slip-fields.tsx';
import { totalSlipOdds, useSlipLegs, type SlipLeg } from './slip-legs.ts';

/** The slip: games, odds, stake and analysis; each change is stored at once. */
export function SlipContent({ draft }: { draft: SlipDraft }) {
  const legs = useSlipLegs(draft.slip);
  const now = useServerNow(20_000);
  return (
    <div className="grid grid-cols-1 gap-4">
      <SlipGames slip={draft.slip} legs={legs} now={now} />
      {legs.length > 0 && (
        <>
          <StartedGames legs={legs} now={now} />
          <RepeatNotice
            id={draft.id}
            selections={draft.slip}
            ifStarted={draft.ifStarted}
            now={now}
          />
          <BookmakersNotice />
          <SlipFields draft={draft} total={totalSlipOdds(legs).total} />
          <SlipTransfer slip={draft.slip} />
        </>
      )}
      {legs.length === 0 && <BookmakersNotice />}
    </div>
  );
}

function SlipFields({ draft, total }: { draft: SlipDraft; total: Quote | undefined }) {
  const { enter, setIfStarted } = useSlipActions();
  return (
    <>
      <TipInputFields input={draft} total={total} onEnter={(input) => void enter(input)} />
      <TouchlineBackendOnly>
        <StartedGamesChoice
          ifStarted={draft.ifStarted}
          onChoice={(ifStarted) => void setIfStarted(ifStarted)}
        />
      </TouchlineBackendOnly>
    </>
  );
}

/** The games of the slip; Undo puts a removed game back at its place. */
function SlipGames({ slip, legs, now }: { slip: Slip; legs: readonly SlipLeg[]; now: Date }) {
  const { remove, putBack } = useSlipActions();
  const [removed, setRemoved] = useState<{ selection: Selection; index: number }>();
  const [back, setBack] = useState<string>();
  const takeOut = ({ selection }: SlipLeg) => {
    setBack(undefined);
    setRemoved({ selection, index: slip.indexOf(selection) });
    void remove(selection.fixtureId);
  };
  const undo = ({ selection, index }: NonNullable<typeof removed>) => {
    setRemoved(undefined);
    setBack(selection.fixtureId);
    void putBack(selection, index);
  };
  return (
    <>
      {legs.length === 0 ? (
        <p className="text-dim">{t`Your Slip is empty. Tap 1, X or 2 beside a game to add it.`}</p>
      ) : (
        <ul className="@container">
          {legs.map((leg) => (
            <SlipLegRow
              key={leg.selection.fixtureId}
              leg={leg}
              now={now}
              back={leg.selection.fixtureId === back}
              onRemove={() => takeOut(leg)}
            />
          ))}
        </ul>
      )}
      {removed && (
        <RemovedGameNote
          key={removed.selection.fixtureId}
          game={gameText(removed.selection.game)}
          onUndo={() => undo(removed)}
        />
      )}
    </>
  );
}

function RemovedGameNote({ game, onUndo }: { game: string; onUndo: () => void }) {
  return (
    <div role="status" className="flex items-center gap-2 rounded-sm bg-sunk ps-3 text-sm">
      <p className="min-w-0 flex-1 py-2">{t`${game} is off your slip.`}</p>
      {/* The focused row has disappeared, so the Undo button gets the focus. */}
      <Button look="quiet" ref={focusOnMount} onClick={onUndo}>
        {t`Undo`}
      </Button>
    </div>
  );
}

const SlipQrCode = createLazyComponent(() => import('./slip-qr-code.tsx'), 'SlipQrCode');

/** Transfers the slip to another phone without a network, as a QR code. */
function SlipTransfer({ slip }: { slip: Slip }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button className="w-full" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="code" className="size-5" />
        {t`To another phone`}
      </Button>
      {open && (
        <LazyContent onMissing={() => setOpen(false)}>
          <SlipQrCode slip={slip} />
        </LazyContent>
      )}
    </div>
  );
}

/** Warns about games on the slip that have kicked off, before an attempt to post fails. */
function StartedGames({ legs, now }: { legs: readonly SlipLeg[]; now: Date }) {
  const { remove } = useSlipActions();
  const started = legs.filter(({ kickOff }) => hasStarted(kickOff, now));
  if (started.length === 0) return undefined;
  const removeThem = async () => {
    for (const { selection } of started) await remove(selection.fixtureId);
  };
  return (
    <Notice
      tone="warning"
      role="status"
      actions={
        <Button onClick={removeThem}>
          <Plural value={started.length} one="Remove it" other="Remove them" />
        </Button>
      }
    >
      <Plural
        value={started.length}
        one="# game on your slip has kicked off and cannot be posted any more."
        other="# games on your slip have kicked off and cannot be posted any more."
      />
    </Notice>
  );
}

type SlipLegRowProps = {
  leg: SlipLeg;
  now: Date;
  onRemove: () => void;
  /** True after Undo: the row gets the focus, because the Undo button has disappeared. */
  back: boolean;
};

/** A selection on the slip: option, game, time to the deadline, odds, and Remove. */
function SlipLegRow({ leg, now, onRemove, back }: SlipLegRowProps) {
  const stored = leg.selection.game;
  const teams = parseGameName(stored);
  const game = gameText(stored);
  return (
    <li className="flex min-h-14 items-center gap-2.5 border-line py-1 not-first:border-t @max-[17.5rem]:flex-wrap">
      {teams && <BadgePair {...teams} />}
      <div className="min-w-0 flex-1 @max-[17.5rem]:order-last @max-[17.5rem]:basis-full">
        <p className="font-narrow text-md leading-tight font-bold">
          {leg.option
            ? translatePick({ game: stored, oddName: oddNameOf(leg.option) })
            : t`This option is not known any more`}
        </p>
        <p className="text-xs text-dim">
          <GameName game={stored} />
          {' · '}
          <FixtureStatusText {...leg} now={now} />
        </p>
      </div>
      <QuoteFigure quote={quoteOf(leg)} />
      <button
        type="button"
        ref={back ? focusOnMount : undefined}
        aria-label={t`Remove ${game}`}
        onClick={onRemove}
        className="-me-2 inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-dim @max-[17.5rem]:ms-auto hover:bg-sunk hover:text-ink"
      >
        <Icon name="close" className="size-5" />
      </button>
    </li>
  );
}
