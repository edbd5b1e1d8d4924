import { Trans } from '@lingui/react/macro';
import { Modal } from '../dialog/modal.tsx';

/** Explains the source of estimated odds, and that records do not count estimates. */
export function EstimateDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal open onClose={onClose} look="sheet" title={<Trans>Estimated odds</Trans>}>
      <div className="grid gap-3">
        <p>
          <Trans>
            Neither our feed nor an administrator has set these odds yet. Until then an estimate
            stands in their place.
          </Trans>
        </p>
        <p>
          <Trans>
            It is worked out from the odds of 1, X and 2 of the same game. On a posted tip it stays
            as it was at that moment.
          </Trans>
        </p>
        <p>
          <Trans>
            Bookmakers may offer other odds. One estimate makes a total an estimate, too.
          </Trans>
        </p>
        <p className="font-semibold">
          <Trans>
            Records count only real odds. A ticket that has none at kick-off counts in the hit rate,
            and not in units.
          </Trans>
        </p>
      </div>
    </Modal>
  );
}
