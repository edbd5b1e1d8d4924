import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ClubAssignment } from '#contract/fixtures/club-names.ts';
import { leagueOf } from '#domain/clubs/leagues.ts';
import { useServerAction } from '#client/data/account/server-call.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { control } from '#client/ui/classes.ts';
import { Section } from '#client/ui/page.tsx';

/** Club names of sources without a match, each to be assigned to a club of its league. */
export function UnknownClubs() {
  const { t } = useLingui();
  const { answer, replace } = useServerQuery('unknown-clubs', (accounts) =>
    accounts.desk(async (calls) => calls.unknownClubs()),
  );
  const { send } = useServerAction();
  const [failedName, setFailedName] = useState('');
  const names = answer?.kind === 'ok' ? answer.reply : undefined;
  if (!names || names.names.length === 0) return undefined;
  const assign = async (assignment: ClubAssignment) => {
    setFailedName('');
    await send({
      call: (accounts) => accounts.desk(async (calls) => calls.assignClub(assignment)),
      onSuccess: replace,
      onFailure: () => {
        setFailedName(assignment.name);
        return true;
      },
    });
  };
  return (
    <Section title={<Trans>Unknown club names</Trans>}>
      <p className="mb-2 text-sm text-dim">
        <Trans>
          A source uses these names, and its results are not taken. Say which club it is.
        </Trans>
      </p>
      <ul className="chalk divide-y divide-line rounded-md bg-card">
        {names.names.map(({ sportKey, name, source }) => (
          <li key={`${sportKey} ${name}`} className="grid gap-2 px-3 py-3">
            <label className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                <bdi className="font-semibold">{name}</bdi>
                <span className="block text-xs text-dim">
                  <bdi>{leagueOf(sportKey).title || sportKey}</bdi>
                  {' · '}
                  <bdi>{source}</bdi>
                </span>
              </span>
              <select
                className={control}
                value=""
                onChange={({ target }) => void assign({ sportKey, name, club: target.value })}
              >
                <option value="">{t`Choose a club`}</option>
                {names.clubs[sportKey]?.map((club) => (
                  <option key={club}>{club}</option>
                ))}
              </select>
            </label>
            {failedName === name && (
              <p role="alert" className="text-sm text-lost">
                <Trans>Not assigned. Try again when you are online.</Trans>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
