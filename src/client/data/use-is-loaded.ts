import { useLiveQuery } from 'dexie-react-hooks';
import { useDevice } from './device-context.tsx';

/** Whether this device was ever told what is its member's own; undefined until that was read. */
export function useIsTold(): boolean | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => {
    // A backend without a cursor tells the profile with the lists.
    const told = member?.store.documents.where('name').anyOf('cursor', 'profile');
    return told === undefined || (await told.count()) > 0;
  }, [member]);
}
