import { createContext, use } from 'react';

/** Whether what is done here outlives this page; a browser may refuse its storage. */
export const KeptContext = createContext(true);

/** "Saved on this phone" is only said where it is true. */
export function useKept(): boolean {
  return use(KeptContext);
}
