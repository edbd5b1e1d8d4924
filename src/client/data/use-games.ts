import '../without-eval.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDevice } from './device-context.tsx';
import { tipIn } from './tip-in.ts';
import { useOperations } from './use-sync.ts';

/**
 * The games of an own tip, as the server told of it or as it was posted here: also while an
 * operation takes it out of every list. Empty when this device does not know the tip.
 */
export function useGames(id: string): readonly string[] {
  const { member } = useDevice();
  const base = useLiveQuery(async () => member?.store.tips.get(id), [member, id]);
  const operations = useOperations();
  const posted = operations?.map(tipIn).find((tip) => tip?.id === id);
  return (base ?? posted)?.options.map(({ game }) => game) ?? [];
}
