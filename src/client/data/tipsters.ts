import { subjectOf } from '#sync/outbox/subjects.ts';
import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { createFollowSignUpLink } from '#client/session/aim.ts';
import { useSession } from '#client/session/session.ts';
import type { FollowControls } from '#client/ui/member/follow-controls.ts';
import { useIsSavingDurable } from '#client/ui/tag.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { tipstersDocument } from '#sync/refresh/document-names.ts';
import { parseStoredList } from '#sync/refresh/stored-list.ts';
import type { TipsterRow } from '#sync/storage/public-store.ts';
import { useOutboxActions } from './outbox/outbox-actions.ts';
import { type Device, useDevice } from './device/device.tsx';
import { useFollows, useUpdateMemberRows } from './member-row-queries.ts';
import { useReportSaveError } from './outbox/save-error.ts';

/**
 * Tipsters with average odds of at least `category` (0 for all), in the server's order; undefined
 * until this list was loaded.
 */
export function useTipsters(category = 0): TipsterRow[] | undefined {
  const device = useDevice();
  return useLiveQuery(async () => {
    const { publicStore } = device;
    const stored = await publicStore.documents.get(tipstersDocument(category));
    const list = parseStoredList(stored?.value);
    if (list === undefined) return undefined;
    const tipsters = await publicStore.tipsters.bulkGet(list.ids);
    return addContacts(
      device,
      tipsters.filter((tipster) => tipster !== undefined),
    );
  }, [device, category]);
}

/** The followed tipsters on this device, most recent post first. */
export function useFollowedTipsters(): TipsterRow[] | undefined {
  const device = useDevice();
  const follows = useFollows();
  return useLiveQuery(async () => {
    if (follows === undefined) return undefined;
    const followed = [...follows.values()].filter(({ following }) => following);
    const ids = followed.map(({ tipsterId }) => tipsterId);
    const known = (await device.publicStore.tipsters.bulkGet(ids)).filter(
      (row) => row !== undefined,
    );
    const latest = ({ tips }: TipsterRow) => tips[0]?.creationTime ?? '';
    return addContacts(
      device,
      known.toSorted((one, other) => latest(other).localeCompare(latest(one))),
    );
  }, [device, follows]);
}

/** One tipster; null if this device does not have this tipster. */
export function useTipster(id: string): TipsterRow | null | undefined {
  const device = useDevice();
  return useLiveQuery(async () => {
    const tipster = await device.publicStore.tipsters.get(id);
    const [known] = await addContacts(device, tipster ? [tipster] : []);
    return known ?? null;
  }, [device, id]);
}

/** Adds contact details, which are in the member's database because only members may read them. */
async function addContacts({ member }: Device, tipsters: TipsterRow[]): Promise<TipsterRow[]> {
  if (member === undefined) return tipsters;
  const contacts = await member.store.contacts.bulkGet(tipsters.map(({ id }) => id));
  return tipsters.map((tipster, index) => {
    const { tipsterId: _, ...contact } = contacts[index] ?? { tipsterId: '' };
    return { ...tipster, ...contact };
  });
}

/** The state of the member's follow of a tipster, and the functions that change it. */
export function useFollowControls(tipsterId: string): FollowControls {
  const { t } = useLingui();
  const session = useSession();
  const row = useFollows()?.get(tipsterId);
  const following = row?.following ?? false;
  const { enqueue } = useOutboxActions();
  const update = useUpdateMemberRows();
  const notSaved = useReportSaveError();
  const durable = useIsSavingDurable();

  const set = async (pressed: boolean) => {
    const storing = enqueue('follow.set', { tipsterId, following: pressed });
    update(
      (rows) => ({
        ...rows,
        follows: new Map(rows.follows).set(tipsterId, { ...row, tipsterId, following, pressed }),
      }),
      storing.then(() => true),
    );
    await storing;
  };
  const follow = () => void set(true).catch(notSaved);
  return {
    signUp: createFollowSignUpLink(tipsterId),
    reader: toReaderKind(session?.memberId, tipsterId),
    following,
    pressed: row?.pressed ?? following,
    pendingState: row?.device?.state,
    follow,
    unfollow: () =>
      void set(false).then(
        () =>
          notify({
            tone: 'saved',
            title: durable ? t`Saved on this phone` : t`Not kept on this phone`,
            text: t`You no longer follow this tipster`,
            undo: follow,
            subject: subjectOf('follow', tipsterId),
          }),
        notSaved,
      ),
  };
}

function toReaderKind(memberId: string | undefined, tipsterId: string): FollowControls['reader'] {
  if (memberId === undefined) return 'stranger';
  return memberId === tipsterId ? 'themselves' : 'member';
}
