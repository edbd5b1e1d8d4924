import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useServerNow } from '#client/data/server-time.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import type { Fixture } from '#contract/fixtures.ts';
import type { Option } from '#domain/catalogue.ts';
import { FixtureStanding, isOpen } from './fixture-standing.tsx';
import { MainGroups, OtherGroups } from './options.tsx';

type BetOptionsProps = {
  fixture: Fixture;
  chosen: number | undefined;
  onPick: (option: Option) => Promise<void>;
  onClose: () => void;
};

/** Everything that can be picked on one game, Main first. */
export function BetOptions({ fixture, chosen, onPick, onClose }: BetOptionsProps) {
  const now = useServerNow(20_000);
  const { home, away } = fixture;
  const game = t`${home} v ${away}`;
  const keys = { game, fixture, chosen, closed: !isOpen(fixture, now), onPick };
  return (
    <Modal
      open
      onClose={onClose}
      look="sheet"
      title={
        <Trans>
          <bdi>{home}</bdi> v <bdi>{away}</bdi> · Bet Options
        </Trans>
      }
      description={
        <>
          <FixtureStanding status={fixture.status} kickOff={fixture.kickOff} now={now} />
          {' · '}
          {t`odds may change`}
        </>
      }
    >
      <div className="grid gap-6">
        <section>
          <h3 className="mb-2 text-lg">{t`Main`}</h3>
          <MainGroups {...keys} />
        </section>
        <section>
          <h3 className="mb-2 text-lg">{t`Others`}</h3>
          <OtherGroups {...keys} />
        </section>
      </div>
    </Modal>
  );
}
