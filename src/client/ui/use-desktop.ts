import { useSyncExternalStore } from 'react';

/** Whether the slip fits next to the games; it is drawn in one of its two places only. */
export function useDesktop(): boolean {
  return useMedia(desktop);
}

/** Whether the screen is wider than a phone. */
export function useWide(): boolean {
  return useMedia(wide);
}

type Media = { query: string; subscribe: (onChange: () => void) => () => void };

function useMedia({ query, subscribe }: Media): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function minWidth(rem: number): Media {
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
const desktop = minWidth(64);
const wide = minWidth(48);
