import { Plural, useLingui } from '@lingui/react/macro';
import type { DeskFixture } from '#contract/desk.ts';
import { gameName } from '#domain/fixture.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { GameName } from '#client/ui/text.tsx';
import { ReasonForm } from '../desk/reason-form.tsx';
import { openLegsOf } from './settle-groups.ts';

type VoidOpenDialogProps = {
  fixture: DeskFixture;
  onDecide: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** Voids every open leg of a game for one reason. */
export function VoidOpenDialog({ fixture, onDecide, onClose }: VoidOpenDialogProps) {
  const { t } = useLingui();
  const legs = openLegsOf(fixture);
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Void all open legs of this game`}
      description={<GameName game={gameName(fixture.home, fixture.away)} />}
    >
      <ReasonForm
        words={<Plural value={legs} one="Void # leg" other="Void # legs" />}
        onDecide={onDecide}
      />
    </Modal>
  );
}
