import { useSyncExternalStore } from 'react';

/** True if the window has room for the slip beside the games; the slip is rendered only once. */
export function useIsDesktop(): boolean {
  return useMediaQuery(desktopQuery);
}

/** True if the window is wider than a phone. */
export function useIsWiderThanPhone(): boolean {
  return useMediaQuery(widerThanPhoneQuery);
}

type MediaQuery = { query: string; subscribe: (onChange: () => void) => () => void };

function useMediaQuery({ query, subscribe }: MediaQuery): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function createMinWidthQuery(rem: number): MediaQuery {
  const query = `(min-width: ${rem}rem)`;
  return {
    query,
    subscribe: (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
  };
}

// The breakpoints `lg` and `md` of the style sheet, in rem.
const desktopQuery = createMinWidthQuery(64);
const widerThanPhoneQuery = createMinWidthQuery(48);
