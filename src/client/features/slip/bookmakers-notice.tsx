import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import { useConfiguration } from '#client/data/running.ts';

/** Which bookmakers a tip must be playable at; their names are the site's to configure. */
export function BookmakersNotice() {
  const bookmakers = useConfiguration()?.bookmakers ?? [];
  const names = new Intl.ListFormat(i18n.locale || undefined).format(bookmakers);
  return (
    <p className="text-sm text-dim">
      {bookmakers.length > 0 ? (
        <Trans>All games and betting options selected must be featured on {names}.</Trans>
      ) : (
        <Trans>
          All games and betting options selected must be featured on your local bookmakers.
        </Trans>
      )}
    </p>
  );
}
