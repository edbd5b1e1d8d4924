import { t } from '@lingui/core/macro';
import { profileSubject } from '#sync/outbox/subjects.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useReportSaveError } from '#client/data/outbox/save-error.ts';
import { useProfile } from '#client/data/member-row-queries.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useReportSavedUnlessAnswered } from '#client/data/device/sync-state.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Loading } from '#client/ui/notice.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { SettingRow, SettingRowBody, SwitchRow } from './setting-rows.tsx';

/** A switch that shows phone, state and address to other members. The change is queued. */
export function ContactVisibility() {
  const profile = useProfile();
  const { state } = useRefresh('own');
  if (profile === undefined || (profile === null && state === 'waiting')) {
    return (
      <SettingRowBody>
        <Loading shape="line" rows={1} label={t`Fetching User Profile`} />
      </SettingRowBody>
    );
  }
  // The switch saves the whole profile, and the server refuses an empty field.
  if (profile === null || Object.values(pickProfileFields(profile)).includes(''))
    return <IncompleteProfile />;
  return <ContactVisibilitySwitch profile={profile} />;
}

function IncompleteProfile() {
  return (
    <SettingRow
      label={t`Your phone number`}
      hint={t`Nobody sees it before your profile is complete.`}
    >
      <LinkButton to="/tipster/edit-profile">{t`Update your profile`}</LinkButton>
    </SettingRow>
  );
}

type Profile = NonNullable<ReturnType<typeof useProfile>>;

function ContactVisibilitySwitch({ profile }: { profile: Profile }) {
  const { enqueue } = useOutboxActions();
  const reportSaved = useReportSavedUnlessAnswered();
  const { run } = useTask(useReportSaveError());
  const change = async (showPhone: boolean) =>
    run(async () => {
      const { id, email, isTipster } = profile;
      const saved = { id, email, ...pickProfileFields(profile), showPhone, isTipster };
      const operation = await enqueue('profile.save', saved);
      reportSaved(t`Will be sent when you are online.`, { operation, subject: profileSubject });
    });
  return (
    <SwitchRow
      checked={profile.showPhone}
      onChange={(showPhone) => void change(showPhone)}
      label={t`Show my phone number, state and address to logged-in members`}
      hint={<bdi className="figure">{profile.phoneNumber}</bdi>}
    />
  );
}

function pickProfileFields({ firstName, lastName, country, phoneNumber, state, address }: Profile) {
  return { firstName, lastName, country, phoneNumber, state, address };
}
