import * as z from 'zod/mini';
import { type Profile, saveProfile, saveProfileWithPicture } from '#contract/members.ts';
import { Bytes } from '../outbox/operation-row.ts';
import { profileSubject } from '../outbox/subjects.ts';
import type { RowOperation } from './operation.ts';

const SaveProfilePayload = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  phoneNumber: z.string(),
  state: z.string(),
  address: z.string(),
  showPhone: z.optional(z.boolean()),
  /** True to be listed as a tipster; payloads of earlier builds lack it, which means true. */
  isTipster: z.optional(z.boolean()),
});
type SaveProfilePayload = z.infer<typeof SaveProfilePayload>;

const profileOperationBase = {
  about: 'profile',
  rows: 'own',
  repeatable: true,
  subjects: () => [profileSubject],
} as const;

/** Saves the profile form. */
export const saveProfileOperation: RowOperation<'profile', SaveProfilePayload> = {
  ...profileOperationBase,
  payload: SaveProfilePayload,
  merge: (earlier, form) =>
    earlier.kind === 'profile.save'
      ? { replacement: addEarlierSwitches(form, earlier) }
      : undefined,
  request: (values) => ({ route: saveProfile, body: toSentProfile(values) }),
  effect(profile, { showPhone, isTipster = true, ...values }, row) {
    return {
      userName: '',
      picture: null,
      emailVerified: false,
      role: 'member',
      createdAt: row.queuedAt,
      ...(profile && removeOutdatedPublicName(profile, values)),
      ...values,
      // The email may have changed since the form was opened, and no form changes it.
      email: profile?.email ?? values.email,
      // failpoint: switch-not-shown
      showPhone: showPhone ?? profile?.showPhone ?? false,
      isTipster,
    };
  },
};

/** Removes the public name of a profile whose name changes: only the server can compute the new. */
function removeOutdatedPublicName(
  profile: Profile,
  { firstName, lastName }: SaveProfilePayload,
): Profile {
  if (profile.firstName === firstName && profile.lastName === lastName) return profile;
  const { publicName: _, ...rest } = profile;
  return rest;
}

const SetPicturePayload = z.extend(SaveProfilePayload, { bytes: Bytes, type: z.string() });

/** Saves the profile form with a new picture: the API takes both in one call. */
export const setPictureOperation: RowOperation<'profile', z.infer<typeof SetPicturePayload>> = {
  ...profileOperationBase,
  payload: SetPicturePayload,
  merge: (earlier, form) =>
    earlier.kind === 'picture.set' || earlier.kind === 'profile.save'
      ? { replacement: addEarlierSwitches(form, earlier) }
      : undefined,
  request: ({ bytes, type, ...values }) => ({
    route: saveProfileWithPicture,
    body: toSentProfile(values),
    file: { field: 'picture', type, bytes },
  }),
  effect(profile, { bytes, type, ...values }, row) {
    const saved = saveProfileOperation.effect(profile, values, row);
    return saved && { ...saved, picture: objectUrlOf(row.id, bytes, type) };
  },
};

/** Copies switches that only the earlier form contains. */
function addEarlierSwitches<Form extends SaveProfilePayload>(
  form: Form,
  earlier: { payload: unknown },
): Form {
  const before = SaveProfilePayload.safeParse(earlier.payload).data;
  const showPhone = form.showPhone ?? before?.showPhone;
  const isTipster = form.isTipster ?? before?.isTipster;
  return {
    ...form,
    ...(showPhone !== undefined && { showPhone }),
    ...(isTipster !== undefined && { isTipster }),
  };
}

/**
 * Omits `id` and `email`: only a spec-only backend needs them, a Touchline server reads the token.
 */
function toSentProfile({
  id: _,
  email: _e,
  showPhone,
  isTipster = true,
  ...values
}: SaveProfilePayload) {
  return { ...values, ...(showPhone !== undefined && { showPhone }), isTipster };
}

// An object URL holds its bytes until the page closes, so each picture gets only one URL.
const addresses = new Map<string, string>();

function objectUrlOf(id: string, bytes: Uint8Array<ArrayBuffer>, type: string): string {
  const known = addresses.get(id);
  if (known !== undefined) return known;
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  addresses.set(id, address);
  return address;
}
