import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type {
  ClubNameAssignment,
  UnknownClubNames as Names,
} from '#contract/fixtures/club-names.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import type { AccountAnswer } from '#client/data/account/account-api.ts';
import { toFailure, useServerAction } from '#client/data/account/server-call.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { controlClasses } from '#client/ui/classes.ts';
import { FetchFailedNotice } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';

/** Club names in imported data that match no club; each can be assigned to a club of its league. */
export function UnknownClubs() {
  const { answer, retry, replace } = useServerQuery('unknown-clubs', (accounts) =>
    accounts.desk(async (calls) => calls.readUnknownClubs()),
  );
  if (answer !== undefined && answer.kind !== 'ok') {
    const { text } = toFailure(answer);
    return (
      <Section title={<Trans>Unknown club names</Trans>}>
        <FetchFailedNotice onRetry={retry} offline={text}>
          {text}
        </FetchFailedNotice>
      </Section>
    );
  }
  if (!answer || answer.reply.names.length === 0) return undefined;
  return <ClubNames {...answer.reply} onAssigned={replace} />;
}

type NamesAnswer = AccountAnswer<{ reply: Names; hasMore: boolean }>;

type ClubNamesProps = Names & { onAssigned: (answer: NamesAnswer) => void };

function ClubNames({ names, clubs, onAssigned }: ClubNamesProps) {
  const { t } = useLingui();
  const { send } = useServerAction();
  const [failedName, setFailedName] = useState('');
  const assign = async (assignment: ClubNameAssignment) => {
    setFailedName('');
    await send({
      call: (accounts) => accounts.desk(async (calls) => calls.assignClub(assignment)),
      onSuccess: onAssigned,
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
      <ul className="card-border divide-y divide-line rounded-md bg-card">
        {names.map(({ sportKey, name, source }) => (
          <li key={`${sportKey} ${name}`} className="grid gap-2 px-3 py-3">
            <label className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                <bdi className="font-semibold">{name}</bdi>
                <span className="block text-xs text-dim">
                  <bdi>{toLeagueLabel(sportKey).title || sportKey}</bdi>
                  {' · '}
                  <bdi>{source}</bdi>
                </span>
              </span>
              <select
                className={controlClasses}
                value=""
                onChange={({ target }) => void assign({ sportKey, name, club: target.value })}
              >
                <option value="">{t`Choose a club`}</option>
                {clubs[sportKey]?.map((club) => (
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
