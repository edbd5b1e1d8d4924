import { useSyncExternalStore } from 'react';

/** Whether the slip fits next to the games; it is drawn in one of its two places only. */
export function useIsDesktop(): boolean {
  return useMediaQuery(desktopQuery);
}

/** Whether the screen is wider than a phone. */
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

// The breakpoints `lg` and `md` of the style sheet.
const desktopQuery = createMinWidthQuery(64);
const widerThanPhoneQuery = createMinWidthQuery(48);
