import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { profileSubject } from '#sync/outbox/subjects.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useReportSaveError } from '#client/data/outbox/save-error.ts';
import type { ShrunkPicture } from './shrink-picture.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useReportSavedUnlessAnswered } from '#client/data/device/sync-state.ts';
import { postponeProfile } from '#client/session/preferences.ts';
import type { Session } from '#client/session/session.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { SelectField, TextArea, TextField, CheckboxField } from '#client/ui/form/field.tsx';
import { Form, showFieldErrors, SubmitButton, useSchemaForm } from '#client/ui/form/form.tsx';
import { LeaveGuard } from '#client/ui/form/leave-guard.tsx';
import { nameErrorTexts } from '#client/ui/form/name-error-texts.ts';
import { ProfileEdit, type Profile, findReservedNames } from '#contract/members.ts';
import { minUnlistedDays } from '#domain/tipster-list.ts';
import { PictureField } from './picture-field.tsx';

// The schema is not strict, so that other fields of a profile are ignored.
const ProfileFields = z.object({
  ...z.pick(ProfileEdit, {
    firstName: true,
    lastName: true,
    country: true,
    phoneNumber: true,
    state: true,
    address: true,
    showPhone: true,
  }).shape,
  isTipster: z.boolean(),
});

const emptyFields = {
  firstName: '',
  lastName: '',
  country: '',
  phoneNumber: '',
  state: '',
  address: '',
  showPhone: false,
  isTipster: true,
};

/** Returns the initial fields; a valid user name is the first name of a nameless profile. */
function createInitialFields(profile: Profile | undefined) {
  if (profile === undefined) return emptyFields;
  const { firstName, lastName, userName } = profile;
  const isName = ProfileEdit.shape.firstName.safeParse(userName).success;
  if (firstName !== '' || lastName !== '') return profile;
  return { ...profile, isTipster: true, ...(isName && { firstName: userName }) };
}

type ProfileFormProps = { profile: Profile | undefined; session: Session };

export function ProfileForm({ profile, session }: ProfileFormProps) {
  const [picture, setPicture] = useState<ShrunkPicture>();
  const form = useSchemaForm(ProfileFields, createInitialFields(profile));
  const { isSaved, save } = useSaveProfile({ profile, session }, picture);
  const isEdited = Object.keys(form.formState.dirtyFields).length > 0 || picture !== undefined;

  const isBusy = form.formState.isSubmitting || isSaved;

  // A later fetch updates fields that were not edited, so that saving does not restore old values.
  const filled = useRef(profile);
  useEffect(() => {
    if (isBusy || filled.current === profile) return;
    filled.current = profile;
    form.reset(createInitialFields(profile), { keepDirtyValues: true });
  }, [form, profile, isBusy]);

  const saveUnlessReserved: typeof save = async (values) => {
    const errors = session.role === 'administrator' ? {} : findReservedNames(values);
    if (!showFieldErrors(form, errors)) await save(values);
  };

  return (
    <Form form={form} onSubmit={saveUnlessReserved} label={t`Update your profile`}>
      <LeaveGuard dirty={isEdited && !isSaved} />
      <PictureField
        of={profile && { ...createInitialFields(profile), picture: profile.picture }}
        chosen={picture}
        onChoose={setPicture}
      />
      <ProfileInputs country={profile?.country ?? ''} />
      <ListedField />
      <SubmitButton busy={isSaved}>{t`Save Changes`}</SubmitButton>
      {(profile?.firstName ?? '') === '' && (
        <LinkButton to="/" onClick={() => postponeProfile(session.memberId)}>
          {t`Not now`}
        </LinkButton>
      )}
    </Form>
  );
}

type ProfileSaver = {
  isSaved: boolean;
  save: (values: z.output<typeof ProfileFields>) => Promise<void>;
};

/** Returns a function that queues the profile and a chosen picture, and leaves the page. */
function useSaveProfile(
  { profile, session }: ProfileFormProps,
  picture: ShrunkPicture | undefined,
): ProfileSaver {
  const navigate = useNavigate();
  const { enqueue } = useOutboxActions();
  const reportSaved = useReportSavedUnlessAnswered();
  const reportNotSaved = useReportSaveError();
  const [isSaved, setIsSaved] = useState(false);

  // The navigation is in an effect, so that the leave guard knows that nothing is unsaved.
  useEffect(() => {
    if (isSaved) void navigate({ to: '/' });
  }, [isSaved, navigate]);

  const save: ProfileSaver['save'] = async (values) => {
    try {
      const email = profile?.email ?? session.email ?? '';
      const fields = { ...values, id: session.memberId, email };
      const operation = picture
        ? await enqueue('picture.set', { ...fields, ...picture })
        : await enqueue('profile.save', fields);
      reportSaved(t`Will be sent when you are online.`, {
        operation,
        subject: profileSubject,
      });
      setIsSaved(true);
    } catch (error) {
      reportNotSaved(error);
    }
  };
  return { isSaved, save };
}

function ProfileInputs({ country }: { country: string }) {
  return (
    <>
      <TextField
        name="firstName"
        autoComplete="given-name"
        label={t`First Name`}
        errorTexts={{ required: t`First Name is required`, ...nameErrorTexts() }}
      />
      <TextField
        name="lastName"
        autoComplete="family-name"
        label={t`Last Name`}
        errorTexts={{ required: t`Last Name is required`, ...nameErrorTexts() }}
      />
      <SelectField
        name="country"
        autoComplete="country"
        label={t`Country`}
        placeholder={t`Choose a country`}
        options={listCountries(i18n.locale, country)}
        errorTexts={{ required: t`Country is required` }}
      />
      <ContactFields />
    </>
  );
}

function ContactFields() {
  return (
    <>
      <TextField
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={t`Phone Number`}
        hint={t`With + and the country’s code, or as it is dialled in your country.`}
        errorTexts={{ required: t`Phone is required` }}
      />
      <CheckboxField
        name="showPhone"
        label={t`Show my phone number, state and address to logged-in members`}
      />
      <TextField
        name="state"
        autoComplete="address-level1"
        label={t`State`}
        errorTexts={{ required: t`State is required` }}
      />
      <TextArea
        name="address"
        autoComplete="street-address"
        label={t`Address`}
        hint={t`Your town is enough.`}
        errorTexts={{ required: t`Address is required` }}
      />
    </>
  );
}

/** Chooses whether the member is in the list of tipsters, if the server supports it. */
function ListedField() {
  return (
    <TouchlineBackendOnly>
      <CheckboxField
        name="isTipster"
        label={t`Show me in the list of tipsters`}
        hint={t`If you leave it, you are out of it for at least ${minUnlistedDays} days. Your tips and your record can still be read.`}
      />
    </TouchlineBackendOnly>
  );
}

/** All two-letter ISO country codes. */
const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

/**
 * Countries with their names, sorted for a language. The current value is included even if it is no
 * code, because other clients send free text.
 */
function listCountries(language: string, current: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const order = new Intl.Collator(language);
  const known = countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => order.compare(one.label, other.label));
  if (current === '' || countryCodes.includes(current)) return known;
  return [{ value: current, label: current }, ...known];
}
