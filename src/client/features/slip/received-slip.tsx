import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { teamShortName } from '#client/clubs.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useFixturesById } from '#client/data/fixtures.ts';
import { useOddsAtPosting } from '#client/data/estimates.ts';
import type { Slip } from '#client/data/tips/slip.ts';
import { type Quote, quoteOf } from '#domain/odds/quote.ts';
import { BadgePair } from '#client/ui/member/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { TeamName } from '#client/ui/text.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { translateOption } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { oddNameOf, findOptionById, type BettingOption } from '#domain/catalogue.ts';
import { FixtureStatusText, canBePicked } from './fixture-status.tsx';
import { parseSlipHash, type SharedPick } from './slip-link.ts';
import { usePickOption } from './use-pick.ts';

type ReceivedSlipProps = {
  /** The part of the URL after the #. */
  hash: string;
  /** The slip on this phone; its picks are not replaced. */
  slip: Slip;
  onClose: () => void;
};

type ReceivedPick = { fixture: Fixture; option: BettingOption };

/** A dialog with a slip from another phone: the picks that can be added, with this phone's odds. */
export function ReceivedSlip({ hash, slip, onClose }: ReceivedSlipProps) {
  const sent = parseSlipHash(hash);
  const now = useServerNow(20_000);
  const pick = usePickOption();
  const fixtures = useFixturesById(sent?.map(({ fixtureId }) => fixtureId) ?? []);
  const oddsIn = useOddsAtPosting([...(fixtures?.values() ?? [])]);
  if (fixtures === undefined) return undefined;
  const known = (sent ?? []).flatMap((one) =>
    resolveReceivedPick(one, fixtures.get(one.fixtureId)),
  );
  const isMine = ({ fixture }: ReceivedPick) =>
    slip.some(({ fixtureId }) => fixtureId === fixture.id);
  const free = known.filter((one) => canBePicked(one.fixture, now) && !isMine(one));
  const add = async () => {
    for (const { fixture, option } of free) await pick(fixture, option, undefined);
    onClose();
  };
  return (
    <Modal
      open
      onClose={onClose}
      look="sheet"
      title={t`A slip for you`}
      actions={
        free.length > 0 ? (
          <Button look="primary" data-first-focus className="w-full" onClick={add}>
            <Plural
              value={free.length}
              one="Add # game to my slip"
              other="Add # games to my slip"
            />
          </Button>
        ) : (
          <Button onClick={onClose}>{t`Close`}</Button>
        )
      }
    >
      <div className="grid gap-3">
        <MissingPicks sent={sent} known={known.length} />
        <ul>
          {known.map((one) => (
            <ReceivedRow
              key={one.fixture.id}
              {...one}
              quote={quoteOf(oddsIn(one.fixture, one.option.oddsId))}
            >
              {isMine(one) ? (
                t`already on your slip`
              ) : (
                <FixtureStatusText {...one.fixture} now={now} />
              )}
            </ReceivedRow>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function resolveReceivedPick({ oddsId }: SharedPick, fixture: Fixture | undefined): ReceivedPick[] {
  const option = findOptionById(oddsId);
  return fixture && option ? [{ fixture, option }] : [];
}

/** Says how many picks of the link this phone cannot use. */
function MissingPicks({ sent, known }: { sent: readonly SharedPick[] | undefined; known: number }) {
  if (!sent) {
    return (
      <Notice tone="warning" role="alert">
        {t`This link holds no slip that can be read. Ask for it again; your own slip is as it was.`}
      </Notice>
    );
  }
  const missing = sent.length - known;
  if (missing === 0) return undefined;
  return (
    <Notice tone="saved" role="status">
      <Plural
        value={missing}
        one="# game is not on this phone. Go online, and open the link again."
        other="# games are not on this phone. Go online, and open the link again."
      />
    </Notice>
  );
}

type ReceivedRowProps = ReceivedPick & { quote: Quote | undefined; children: ReactNode };

function ReceivedRow({ fixture, option, quote, children }: ReceivedRowProps) {
  return (
    <li className="flex min-h-14 items-center gap-2.5 border-line py-1 not-first:border-t">
      <BadgePair home={fixture.home} away={fixture.away} />
      <div className="min-w-0 flex-1">
        <p className="font-narrow text-md leading-tight font-bold">
          {translateOption(oddNameOf(option), fixture, teamShortName)}
        </p>
        <p className="text-xs text-dim">
          <TeamName team={fixture.home} /> – <TeamName team={fixture.away} /> · {children}
        </p>
      </div>
      <QuoteFigure quote={quote} />
    </li>
  );
}
