import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { ProfileEdit, type Profile } from '#contract/members.ts';
import { useActions } from '#client/data/actions.ts';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import type { Shrunk } from '#client/data/shrink-picture.ts';
import { useReachability } from '#client/data/use-sync.ts';
import type { Session } from '#client/session/session.ts';
import { Form, SubmitButton, useShapeForm } from '#client/ui/form/form.tsx';
import { LeaveGuard } from '#client/ui/form/leave-guard.tsx';
import { useSaySaved, notify } from '#client/ui/messages/toasts.ts';
import { SelectField, TextArea, TextField, TickField } from '#client/ui/form/field.tsx';
import { countries } from './countries.ts';
import { PictureField } from './picture-field.tsx';

const ProfileFields = z.pick(ProfileEdit, {
  firstName: true,
  lastName: true,
  country: true,
  phoneNumber: true,
  state: true,
  address: true,
  showPhone: true,
});

type ProfileFormProps = { profile: Profile | undefined; session: Session };

function valuesOf(profile: Profile | undefined): z.input<typeof ProfileFields> {
  return {
    firstName: profile?.firstName ?? '',
    lastName: profile?.lastName ?? '',
    country: profile?.country ?? '',
    phoneNumber: profile?.phoneNumber ?? '',
    state: profile?.state ?? '',
    address: profile?.address ?? '',
    showPhone: profile?.showPhone ?? false,
  };
}

export function ProfileForm({ profile, session }: ProfileFormProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { act } = useActions();
  const reachability = useReachability();
  const saySaved = useSaySaved();
  const notSavedWords = useNotSavedWords();
  const [saving, setSaving] = useState<'no' | 'busy' | 'saved'>('no');
  const [picture, setPicture] = useState<Shrunk>();
  const form = useShapeForm(ProfileFields, valuesOf(profile));
  const isEdited = Object.keys(form.formState.dirtyFields).length > 0;

  // What comes after all fills in what nobody has typed yet.
  const isKnown = profile !== undefined;
  const fillIn = useEffectEvent(() => form.reset(valuesOf(profile), { keepDirtyValues: true }));
  useEffect(() => {
    if (isKnown && saving === 'no') fillIn();
  }, [isKnown, saving]);

  // The guard has to see that nothing is unsaved any more before the page may be left.
  useEffect(() => {
    if (saving === 'saved') void navigate({ to: '/' });
  }, [saving, navigate]);

  const save = async (values: z.output<typeof ProfileFields>) => {
    setSaving('busy');
    try {
      const email = profile?.email ?? session.email ?? '';
      const fields = { ...values, id: session.memberId, email };
      if (picture) await act('picture.set', { ...fields, ...picture });
      else await act('profile.save', fields);
    } catch (error) {
      setSaving('no');
      notify({ tone: 'lost', title: t`Not saved`, text: notSavedWords(error) });
      return;
    }
    // With a line the server's own answer follows at once and says more.
    if (reachability !== 'online') saySaved(t`It is sent when there is a line.`);
    setSaving('saved');
  };

  return (
    <Form form={form} onSubmit={save} label={t`Update your profile`}>
      <LeaveGuard dirty={(isEdited || picture !== undefined) && saving !== 'saved'} />
      <PictureField
        name={{ firstName: profile?.firstName ?? '', lastName: profile?.lastName ?? '' }}
        current={profile?.picture ?? null}
        chosen={picture}
        onChoose={setPicture}
      />
      <TextField
        name="firstName"
        autoComplete="given-name"
        label={<Trans>First Name</Trans>}
        words={{ required: t`First Name is required` }}
      />
      <TextField
        name="lastName"
        autoComplete="family-name"
        label={<Trans>Last Name</Trans>}
        words={{ required: t`Last Name is required` }}
      />
      <SelectField
        name="country"
        autoComplete="country"
        label={<Trans>Country</Trans>}
        placeholder={t`Choose a country`}
        options={countries(i18n.locale, profile?.country ?? '')}
        words={{ required: t`Country is required` }}
      />
      <TextField
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={<Trans>Phone Number</Trans>}
        hint={<Trans>With + and the country's code it becomes a WhatsApp link.</Trans>}
        words={{ required: t`Phone is required` }}
      />
      <TickField
        name="showPhone"
        label={<Trans>Show my phone number to signed-in members</Trans>}
      />
      <TextField
        name="state"
        autoComplete="address-level1"
        label={<Trans>State</Trans>}
        words={{ required: t`State is required` }}
      />
      <TextArea
        name="address"
        autoComplete="street-address"
        label={<Trans>Address</Trans>}
        hint={<Trans>Everybody sees it on your profile. Your town is enough.</Trans>}
        words={{ required: t`Address is required` }}
      />
      <SubmitButton busy={saving !== 'no'}>
        {saving === 'busy' ? t`Processing...` : t`Save Changes`}
      </SubmitButton>
    </Form>
  );
}
