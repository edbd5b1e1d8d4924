import * as z from 'zod/mini';
import { type Profile, saveProfile, saveProfileWithPicture } from '#contract/members.ts';
import { Bytes } from '../outbox/operation-row.ts';
import { profileSubject } from '../outbox/subjects.ts';
import type { ProfileOperation } from './operation.ts';

const ProfileSave = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  phoneNumber: z.string(),
  state: z.string(),
  address: z.string(),
  showPhone: z.optional(z.boolean()),
  /** Membership in the list of tipsters; absent in forms of earlier versions, which meant true. */
  isTipster: z.optional(z.boolean()),
});
type ProfileSave = z.infer<typeof ProfileSave>;

const ofProfile = {
  about: 'profile',
  rows: 'own',
  repeatable: true,
  subjects: () => [profileSubject],
} as const;

/** Saves the profile form. */
export const profileSave: ProfileOperation<ProfileSave> = {
  ...ofProfile,
  payload: ProfileSave,
  merge: (earlier, form) =>
    earlier.kind === 'profile.save' ? { replacement: withSwitches(form, earlier) } : undefined,
  request: (values) => ({ route: saveProfile, body: sentProfile(values) }),
  effect(profile, { showPhone, isTipster = true, ...values }, row) {
    return {
      userName: '',
      picture: null,
      emailVerified: false,
      role: 'member',
      createdAt: row.queuedAt,
      ...(profile && withoutOldName(profile, values)),
      ...values,
      // The email may have changed since the form was opened, and no form changes it.
      email: profile?.email ?? values.email,
      // failpoint: switch-not-shown
      showPhone: showPhone ?? profile?.showPhone ?? false,
      isTipster,
    };
  },
};

/** Removes the public name of a changed name: only the server computes a new one. */
function withoutOldName(profile: Profile, { firstName, lastName }: ProfileSave): Profile {
  if (profile.firstName === firstName && profile.lastName === lastName) return profile;
  const { publicName: _, ...rest } = profile;
  return rest;
}

const PictureSet = z.extend(ProfileSave, { bytes: Bytes, type: z.string() });

/** Saves the profile form with a new picture: the call requires both. */
export const pictureSet: ProfileOperation<z.infer<typeof PictureSet>> = {
  ...ofProfile,
  payload: PictureSet,
  merge: (earlier, form) =>
    earlier.kind === 'picture.set' || earlier.kind === 'profile.save'
      ? { replacement: withSwitches(form, earlier) }
      : undefined,
  request: ({ bytes, type, ...values }) => ({
    route: saveProfileWithPicture,
    body: sentProfile(values),
    file: { field: 'picture', type, bytes },
  }),
  effect(profile, { bytes, type, ...values }, row) {
    const saved = profileSave.effect(profile, values, row);
    return saved && { ...saved, picture: addressOn(row.id, bytes, type) };
  },
};

/** Adds the switches that only the earlier form has. */
function withSwitches<Form extends ProfileSave>(form: Form, earlier: { payload: unknown }): Form {
  const before = ProfileSave.safeParse(earlier.payload).data;
  const showPhone = form.showPhone ?? before?.showPhone;
  const isTipster = form.isTipster ?? before?.isTipster;
  return {
    ...form,
    ...(showPhone !== undefined && { showPhone }),
    ...(isTipster !== undefined && { isTipster }),
  };
}

/**
 * `id` and `email` are for backends whose spec requires them; a Touchline server reads the token.
 */
function sentProfile({ id: _, email: _e, showPhone, isTipster = true, ...values }: ProfileSave) {
  return { ...values, ...(showPhone !== undefined && { showPhone }), isTipster };
}

// An object URL keeps its bytes during the lifetime of the page, so each picture gets only one.
const addresses = new Map<string, string>();

function addressOn(id: string, bytes: Uint8Array<ArrayBuffer>, type: string): string {
  const known = addresses.get(id);
  if (known !== undefined) return known;
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  addresses.set(id, address);
  return address;
}
