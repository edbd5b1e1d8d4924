import '#client/startup/zod-jitless.ts';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { fixtureStatuses, sides } from '#domain/fixture.ts';
import { useDevice } from '../device/device.tsx';
import { createMemberCollection, useStoredDocument } from '../collections.ts';
import { resultDraftPrefix } from './drafts.ts';

const Digits = z.string();

/** A result that an administrator is typing; an empty field is an empty string. */
export const ResultDraft = z.object({
  status: z.enum(fixtureStatuses),
  digits: z.object({ halfHome: Digits, halfAway: Digits, fullHome: Digits, fullAway: Digits }),
  firstGoal: z.union([z.enum(sides), z.undefined()]),
});
export type ResultDraft = z.infer<typeof ResultDraft>;

const Goals = z.optional(z.object({ home: z.int(), away: z.int() }));

const Result = z.object({
  status: z.enum(fixtureStatuses),
  halfTime: Goals,
  fullTime: Goals,
  firstGoal: z.optional(z.enum(sides)),
});

const StoredResultDraft = z.object({ draft: ResultDraft, instead: Result });

/** A typed result, and the result that it would replace. */
export type StoredResultDraft = z.infer<typeof StoredResultDraft>;

const resultDraftNameOf = (fixtureId: string) => `${resultDraftPrefix}${fixtureId}`;
const resultDrafts = createMemberCollection(
  resultDraftNameOf,
  (value) => StoredResultDraft.safeParse(value).data,
);

/** A fixture's typed, unsaved result, which is stored and survives a reload. */
export function useStoredResultDraft(fixtureId: string): {
  stored: StoredResultDraft | undefined;
  keep: (typed: StoredResultDraft) => Promise<void>;
  clear: () => Promise<void>;
} {
  const { member } = useDevice();
  const name = resultDraftNameOf(fixtureId);
  const stored = useStoredDocument(resultDrafts, fixtureId)?.value;
  return useMemo(
    () => ({
      stored,
      keep: async (typed) => {
        await member?.store.documents.put({ name, value: typed, fetchedAt: Date.now() });
      },
      clear: async () => {
        await member?.store.documents.delete(name);
      },
    }),
    [member, name, stored],
  );
}
