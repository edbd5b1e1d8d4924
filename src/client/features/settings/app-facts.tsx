import { Trans } from '@lingui/react/macro';
import { useInstall } from '#client/data/install.ts';
import { Button } from '#client/ui/button.tsx';
import { version } from '../../version.ts';

/** Which build this is, and whether it is on the home screen. */
export function AppFacts() {
  const { way, install } = useInstall();
  return (
    <>
      <p>
        <Trans>
          Touchline <span className="figure font-bold">{version}</span>
        </Trans>
      </p>
      {way === 'installed' && (
        <p>
          <Trans>It is on your home screen.</Trans>
        </p>
      )}
      {way === 'by-hand' && (
        <p>
          <Trans>
            For the home screen tap Share, then Add to Home Screen. What you save is kept longer
            there.
          </Trans>
        </p>
      )}
      {way === 'prompt' && (
        <p>
          <Button onClick={() => void install()}>
            <Trans>Put it on the home screen</Trans>
          </Button>
        </p>
      )}
    </>
  );
}
