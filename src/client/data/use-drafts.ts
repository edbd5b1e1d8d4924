import { useLiveQuery } from 'dexie-react-hooks';
import { useDevice } from './device-context.tsx';
import { type Drafts, draftsOf } from './drafts.ts';

const none: Drafts = { games: 0, edits: 0 };

/** What the member has begun and not handed over; undefined until it was counted. */
export function useDrafts(): Drafts | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => (member ? draftsOf(member.store) : none), [member]);
}
