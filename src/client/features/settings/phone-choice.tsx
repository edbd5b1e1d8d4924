import { t } from '@lingui/core/macro';
import { profileSubject } from '#sync/outbox/subjects.ts';
import { useActions } from '#client/data/outbox/actions.ts';
import { useReportNotSaved } from '#client/data/outbox/not-saved.ts';
import { useProfile } from '#client/data/member-row-queries.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useReportSavedOffline } from '#client/data/device/sync-state.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Loading } from '#client/ui/notice.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { Row, RowBody, SwitchRow } from './rows.tsx';

/** Whether other members see phone, state and address. Queued like any other change. */
export function PhoneChoice() {
  const profile = useProfile();
  const { state } = useRefresh('own');
  if (profile === undefined || (profile === null && state === 'waiting')) {
    return (
      <RowBody>
        <Loading shape="line" rows={1} label={t`Fetching User Profile`} />
      </RowBody>
    );
  }
  // The profile is saved as a whole, and the server refuses one with an empty field.
  if (profile === null || Object.values(fieldsOf(profile)).includes('')) return <Incomplete />;
  return <PhoneSwitch profile={profile} />;
}

function Incomplete() {
  return (
    <Row label={t`Your phone number`} hint={t`Nobody sees it before your profile is complete.`}>
      <LinkButton to="/tipster/edit-profile">{t`Update your profile`}</LinkButton>
    </Row>
  );
}

type Profile = NonNullable<ReturnType<typeof useProfile>>;

function PhoneSwitch({ profile }: { profile: Profile }) {
  const { enqueue } = useActions();
  const reportSaved = useReportSavedOffline();
  const { run } = useTask(useReportNotSaved());
  const change = async (showPhone: boolean) =>
    run(async () => {
      const { id, email, isTipster } = profile;
      const saved = { id, email, ...fieldsOf(profile), showPhone, isTipster };
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

function fieldsOf({ firstName, lastName, country, phoneNumber, state, address }: Profile) {
  return { firstName, lastName, country, phoneNumber, state, address };
}
