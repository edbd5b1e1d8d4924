import { t } from '@lingui/core/macro';

/** How the site names itself after the title of every page. */
export function siteName(): string {
  return t`Touchline, football tipster site`;
}
