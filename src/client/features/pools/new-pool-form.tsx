import '#client/startup/zod-jitless.ts';
import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { poolNameLimit } from '#contract/limits.ts';
import { NewPool } from '#contract/pools.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { resolvePoolPeriod, type PredefinedPoolPeriod } from '#domain/pool.ts';
import { createId } from '#sync/ids.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useLeagues } from '#client/data/fixtures.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { usePoolsRefresh } from '#client/data/pools.ts';
import { Card } from '#client/ui/card.tsx';
import { controlClasses } from '#client/ui/classes.ts';
import { TextField } from '#client/ui/form/field.tsx';
import { LabelledControl } from '#client/ui/form/filter.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { dayRangeText } from '#client/ui/formats.ts';
import { Notice } from '#client/ui/notice.tsx';
import { useOffline } from '#client/ui/offline.ts';
import { SegmentedControl } from '#client/ui/radio.tsx';

/** The form for a new pool with name, days and league; opens the new pool's page. */
export function NewPoolForm() {
  const now = useServerNow(60_000);
  const [span, setSpan] = useState<PredefinedPoolPeriod | 'other'>('month');
  const [league, setLeague] = useState('');
  const isOffline = useOffline();
  const navigate = useNavigate();
  const refreshPools = usePoolsRefresh();
  const idOf = useStableId();
  const { form, onSubmit } = useServerForm({
    schema: NewPool,
    defaultValues: { name: '', ...resolvePoolPeriod('month', now) },
    call: ({ pools }, values) => {
      const pool = league === '' ? values : { ...values, sportKey: league };
      return pools.create(idOf(pool), pool);
    },
    onSuccess: async ({ reply: { id } }) => {
      await refreshPools(id);
      await navigate({ to: '/pools/$id', params: { id } });
    },
  });
  const choose = (chosen: typeof span) => {
    setSpan(chosen);
    form.clearErrors();
    if (chosen === 'other') return;
    const { from, until } = resolvePoolPeriod(chosen, now);
    form.setValue('from', from);
    form.setValue('until', until);
  };
  return (
    <Card className="p-4">
      <Form form={form} onSubmit={onSubmit} label={t`A new pool`}>
        <TextField
          name="name"
          label={t`Name`}
          limit={poolNameLimit}
          autoComplete="off"
          enterKeyHint="done"
        />
        <SegmentedControl
          label={t`Days`}
          segments={[
            ['weekend', t`Weekend`],
            ['month', t`Month`],
            ['season', t`Season`],
            ['other', t`Other days`],
          ]}
          chosen={span}
          onChoose={choose}
          hint={span === 'other' ? t`A year at most, in UTC.` : poolDaysText(span, now)}
        />
        {span === 'other' && (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
            <TextField name="from" type="date" label={t`First day`} />
            <TextField
              name="until"
              type="date"
              enterKeyHint="done"
              label={t`Last day`}
              errorTexts={{ invalid: t`Not before the first day, and a year after it at most` }}
            />
          </div>
        )}
        <LeagueSelect league={league} onLeague={setLeague} />
        <FormProblem />
        {isOffline && (
          <Notice role="status" tone="saved">{t`Making a pool needs a connection.`}</Notice>
        )}
        <SubmitButton busy={isOffline}>{t`Make the pool`}</SubmitButton>
      </Form>
    </Card>
  );
}

function poolDaysText(span: PredefinedPoolPeriod, now: Date): string {
  const { from, until } = resolvePoolPeriod(span, now);
  return dayRangeText(from, until);
}

type LeagueSelectProps = { league: string; onLeague: (key: string) => void };

function LeagueSelect({ league, onLeague }: LeagueSelectProps) {
  const leagues = useLeagues() ?? [];
  useRefresh('fixtures');
  return (
    <LabelledControl label={t`What counts`}>
      {(id) => (
        <select
          id={id}
          value={league}
          onChange={({ target }) => onLeague(target.value)}
          className={controlClasses}
        >
          <option value="">{t`All tips`}</option>
          {leagues.map(({ key, title }) => (
            <option key={key} value={key}>
              {toLeagueLabel(key, title).title}
            </option>
          ))}
        </select>
      )}
    </LabelledControl>
  );
}

/** Returns a function that creates one id per content, so that a repeated call creates one pool. */
function useStableId(): (content: NewPool) => string {
  const last = useRef({ content: '', id: '' });
  return (pool) => {
    const content = JSON.stringify(pool);
    if (last.current.content !== content) last.current = { content, id: createId() };
    return last.current.id;
  };
}
