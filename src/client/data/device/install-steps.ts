import { useLingui } from '@lingui/react/macro';
import type { InstallMethod } from './install.ts';

/** The instruction to install the app with a browser menu; undefined if this is impossible. */
export function useInstallSteps(way: InstallMethod): string | undefined {
  const { t } = useLingui();
  switch (way) {
    case 'share':
      return t`Tap Share, then Add to Home Screen.`;
    case 'share-or-menu':
      return t`Tap Share, beside the address or in the menu, then Add to Home Screen.`;
    case 'menu':
      return t`Open the menu ⋮, then More if it is there, and tap Add app to Home screen.`;
    case 'file-menu':
      return t`Choose Add to Dock in Safari’s File menu.`;
    default:
      return undefined;
  }
}
