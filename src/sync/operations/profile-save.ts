import * as z from 'zod/mini';
import { saveProfile } from '#contract/members.ts';
import type { ProfileOperation } from '../operation.ts';

/** The profile form as it was saved; whoever saves it is a tipster. */
export const ProfileSave = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  phoneNumber: z.string(),
  state: z.string(),
  address: z.string(),
  showPhone: z.optional(z.boolean()),
});
export type ProfileSave = z.infer<typeof ProfileSave>;

export const profileSave: ProfileOperation<ProfileSave & { id: string }> = {
  kind: 'profile.save',
  v: 1,
  about: 'profile',
  rows: 'own',
  absolute: ['profile.save'],
  payload: z.extend(ProfileSave, { id: z.string() }),
  lane: (_, memberId) => `profile:${memberId}`,
  subject: (_, memberId) => memberId,
  coalesce(earlier, payload) {
    if (earlier.kind !== 'profile.save') return undefined;
    const before = ProfileSave.safeParse(earlier.payload);
    const showPhone = payload.showPhone ?? before.data?.showPhone;
    return { payload: { ...payload, ...(showPhone !== undefined && { showPhone }) } };
  },
  request: (values, { foreign }) => ({ route: saveProfile, body: sentProfile(values, foreign) }),

  fold(profile, { showPhone, ...values }, row) {
    return {
      userName: '',
      picture: null,
      emailVerified: false,
      role: 'member',
      createdAt: row.queuedAt,
      ...profile,
      ...values,
      showPhone: showPhone ?? profile?.showPhone ?? false,
      isTipster: true,
    };
  },
};

/** The form as it is sent; no other backend knows the switch of the phone number. */
export function sentProfile(
  { showPhone, ...values }: ProfileSave & { id: string },
  foreign: boolean,
): Record<string, unknown> {
  const switches = foreign || showPhone === undefined ? {} : { showPhone };
  return { ...values, ...switches, isTipster: true };
}
