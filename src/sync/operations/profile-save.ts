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
  absolute: true,
  payload: z.extend(ProfileSave, { id: z.string() }),
  lane: (_, memberId) => `profile:${memberId}`,
  subject: (_, memberId) => memberId,
  request: (values) => ({ route: saveProfile, body: { ...values, isTipster: true } }),

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
