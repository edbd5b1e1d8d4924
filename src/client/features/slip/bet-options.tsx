import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useServerNow } from '#client/data/device/server-time.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import type { Fixture } from '#contract/fixtures.ts';
import type { Option } from '#domain/catalogue.ts';
import { FixtureStanding, isOpen } from './fixture-standing.tsx';
import { OptionGroups } from './options.tsx';

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
  const keys = { fixture, chosen, closed: !isOpen(fixture, now), onPick };
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
          <FixtureStanding {...fixture} now={now} />
          {' · '}
          {t`odds may change`}
        </>
      }
    >
      <div className="grid gap-6">
        <Part title={t`Main`}>
          <OptionGroups section="main" {...keys} />
        </Part>
        <Part title={t`Others`}>
          <OptionGroups section="others" {...keys} />
        </Part>
      </div>
    </Modal>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  );
}
