import type { ReactNode } from 'react';
import { troubleOf } from '#sync/storage-trouble.ts';
import { StorageNotice } from '#client/ui/messages/storage.tsx';

/** What an error says of this phone's storage; undefined when it is about something else. */
export function storageCrash(error: unknown): ReactNode {
  const trouble = troubleOf(error);
  return trouble && <StorageNotice trouble={trouble} />;
}
