import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { ClubAssignment, UnknownClubs as Names } from '#contract/fixtures/club-names.ts';
import { leagueOf } from '#domain/clubs/leagues.ts';
import { useDeskCalls } from '#client/data/desk/use-desk-calls.ts';
import { control } from '#client/ui/classes.ts';
import { Section } from '#client/ui/page.tsx';

/** Club names of sources without a match, each to be assigned to a club of its league. */
export function UnknownClubs() {
  const { t } = useLingui();
  const callDesk = useDeskCalls();
  const [names, setNames] = useState<Names>();
  const [failed, setFailed] = useState('');
  useEffect(() => {
    void callDesk(async (calls) => calls.unknownClubs()).then(setNames);
  }, [callDesk]);
  if (!names || names.names.length === 0) return undefined;
  const assign = async (assignment: ClubAssignment) => {
    const remaining = await callDesk(async (calls) => calls.assignClub(assignment));
    setFailed(remaining ? '' : assignment.name);
    if (remaining) setNames(remaining);
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
            {failed === name && (
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
