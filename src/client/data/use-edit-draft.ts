import { useMemo } from 'react';
import * as z from 'zod/mini';
import { Price } from '#contract/values.ts';
import { useDevice } from './device-context.tsx';
import { useDocument } from './use-document.ts';

/** What an administrator has entered for a leg and not saved yet: a price, or its withdrawal. */
export const LegDraft = z.object({
  odd: z.optional(Price),
  reason: z.optional(z.string()),
  withdrawn: z.optional(z.boolean()),
});
export type LegDraft = z.infer<typeof LegDraft>;

/** How the names of the documents begin that hold such changes. */
export const editDraftNames = 'edit-';

const EditDraft = z.record(z.string(), LegDraft);

/** Changes to a tip by fixture, collected on this device until they are saved together. */
export type EditDraft = Readonly<Record<string, LegDraft>>;

/** A tip's collected changes, which outlive a reload; undefined until they were read. */
export function useEditDraft(tipId: string): {
  draft: EditDraft | undefined;
  enter: (fixtureId: string, change: LegDraft | undefined) => Promise<void>;
  clear: () => Promise<void>;
} {
  const { member } = useDevice();
  const name = `${editDraftNames}${tipId}`;
  const value = useDocument(member?.store, name);
  return useMemo(
    () => ({
      draft: value === undefined ? undefined : readEditDraft(value),
      enter: async (fixtureId, change) => {
        const store = member?.store;
        await store?.transaction('rw', store.documents, async () => {
          const { [fixtureId]: _, ...rest } = readEditDraft(
            (await store.documents.get(name))?.value,
          );
          const draft = change ? { ...rest, [fixtureId]: change } : rest;
          await store.documents.put({ name, value: draft, fetchedAt: Date.now() });
        });
      },
      clear: async () => {
        await member?.store.documents.delete(name);
      },
    }),
    [member, name, value],
  );
}

/** A stored draft; what is not one any more is an empty one. */
export function readEditDraft(value: unknown): EditDraft {
  const read = EditDraft.safeParse(value);
  return read.success ? read.data : {};
}
