import { useEffect, useState } from 'react';
import { useReachability } from './use-sync.ts';

/** Whether the line has been there for a while, so that what is on the screen had it to itself. */
export function useLater(milliseconds: number): boolean {
  const online = useReachability() === 'online';
  const [due, setDue] = useState(false);

  useEffect(() => {
    if (!online) return undefined;
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => clearTimeout(timer);
  }, [online, milliseconds]);

  return due;
}
