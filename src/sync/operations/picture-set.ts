import * as z from 'zod/mini';
import { saveProfileWithPicture } from '#contract/members.ts';
import type { ProfileOperation } from '../operation.ts';
import { Bytes } from '../operation-row.ts';
import { ProfileSave, profileSave, sentProfile } from './profile-save.ts';

/** The profile form with a new picture: the call takes both or neither. */
export const PictureSet = z.extend(ProfileSave, { id: z.string(), bytes: Bytes, type: z.string() });
export type PictureSet = z.infer<typeof PictureSet>;

export const pictureSet: ProfileOperation<PictureSet> = {
  kind: 'picture.set',
  v: 1,
  about: 'profile',
  rows: 'own',
  absolute: ['profile.save', 'picture.set'],
  payload: PictureSet,
  lane: (_, memberId) => `profile:${memberId}`,
  subject: (_, memberId) => memberId,
  coalesce(earlier, payload) {
    if (earlier.kind !== 'picture.set' && earlier.kind !== 'profile.save') return undefined;
    const before = ProfileSave.safeParse(earlier.payload);
    const showPhone = payload.showPhone ?? before.data?.showPhone;
    return { payload: { ...payload, ...(showPhone !== undefined && { showPhone }) } };
  },
  request: ({ bytes, type, ...values }, { foreign }) => ({
    route: saveProfileWithPicture,
    body: sentProfile(values, foreign),
    file: { field: 'picture', type, bytes },
  }),
  fold(profile, { bytes, type, ...values }, row) {
    const saved = profileSave.fold(profile, values, row);
    return saved && { ...saved, picture: addressOn(row.id, bytes, type) };
  },
};

// An address holds on to its bytes for as long as the page lives, so each picture gets one only.
const addresses = new Map<string, string>();

/** Where this page finds a picture that no server has yet. */
function addressOn(id: string, bytes: Uint8Array<ArrayBuffer>, type: string): string {
  const known = addresses.get(id);
  if (known !== undefined) return known;
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  addresses.set(id, address);
  return address;
}
