import { Client } from 'pg';

/** Number of rows to insert per table. */
const crowd = { members: 20_000, tips: 50_000, follows: 200_000, fixtures: 5_000 };

/** SQL of the id of a row; equal numbers give equal ids. */
const idOf = (kind: string, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/**
 * Fills a database with a large community after years of posts, follows and confirmations. Every
 * seventh member is a tipster; the last 500 tips are open. `now` is the time of the newest post.
 */
export async function fillWithACrowd(url: string, now: Date): Promise<void> {
  // The server's pool would cancel these statements, because its timeout is shorter.
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // The rows are complete, so triggers are switched off.
    await client.query('set session_replication_role = replica');
    for (const statement of statements(now.toISOString())) await client.query(statement);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

function statements(now: string): string[] {
  const { members, tips, follows, fixtures } = crowd;
  const at = `timestamptz '${now}'`;
  const owner = idOf('1', `(n * 7) % ${members}`);
  const confirmed = `n <= ${tips - 500}`;
  return [
    `insert into leagues (key, title, "group", details)
      select 'league_' || n, 'League ' || n, 'Soccer', '' from generate_series(1, 10) n`,
    `insert into members (id, email, user_name, password_hash, first_name, last_name, search_name,
        is_tipster, email_verified_at, created_at)
      select ${idOf('1', 'n')}, n || '@example.org', 'user' || n, '', 'Ada', 'Obi ' || n, 'ada obi ' || n,
        n % 7 = 0, ${at}, ${at} from generate_series(0, ${members - 1}) n`,
    `insert into fixtures (id, sport_key, source, home, away, search_name, kick_off, status,
        half_time_home, half_time_away, full_time_home, full_time_away, updated_at)
      select 'fixture-' || n, 'league_' || (n % 10 + 1), 'crowd', 'Home ' || n % 50, 'Away ' || n % 49,
        'home ' || n % 50 || ' away ' || n % 49, ${at} + (n - ${fixtures - 200}) * interval '2 hours',
        case when n < ${fixtures - 200} then 'played' else 'scheduled' end,
        case when n < ${fixtures - 200} then n % 2 end, case when n < ${fixtures - 200} then 0 end,
        case when n < ${fixtures - 200} then n % 3 end, case when n < ${fixtures - 200} then n % 2 end,
        least(${at}, ${at} + (n - ${fixtures - 199}) * interval '2 hours')
      from generate_series(1, ${fixtures}) n`,
    `insert into follows (member_id, tipster_id, following, changed_at, cursor)
      select ${idOf('1', `n % ${members}`)}, ${idOf('1', `((n % ${members}) * 31 + n / ${members} * 7) / 7 * 7 % ${members}`)},
        n % 20 > 0, ${at} - n * interval '1 minute', n
      from generate_series(1, ${follows}) n on conflict do nothing`,
    `insert into tips (id, owner_id, created_at, expires_at, last_kick_off, total_odds, record_odds,
        booked_at, confirmed_at, outcome, legs_won, legs_lost, cursor)
      select ${idOf('2', 'n')}, ${owner}, moment, moment + interval '3 hours', moment + interval '5 hours',
        2 + n % 9, 2 + n % 9, case when n % 3 = 0 then moment end,
        case when ${confirmed} then moment + interval '1 day' end,
        case when not ${confirmed} then 'open' when n % 3 = 0 then 'won' else 'lost' end,
        case when ${confirmed} then 1 + (n % 3 = 0)::int else 0 end,
        case when ${confirmed} then (n % 3 > 0)::int else 0 end, n
      from (select n, ${at} - (${tips} - n) * interval '10 minutes' as moment
        from generate_series(1, ${tips}) n) as posted`,
    `insert into legs (tip_id, position, fixture_id, odds_id, odd, kick_off_odd, result, decided_at)
      select ${idOf('2', 'n')}, place, 'fixture-' || least(${fixtures},
          greatest(1, ${fixtures - 200} - (${tips} - n) / 12 + 10 + place)), 1 + (n + place) % 51, 1.5 + place, 1.5 + place,
        case when not ${confirmed} then 'pending' when n % 3 = 0 or place = 0 then 'won' else 'lost' end,
        case when ${confirmed} then ${at} end
      from generate_series(1, ${tips}) n, generate_series(0, 1) place`,
    `insert into tipster_records (member_id, settled, won, priced, flat_profit, capped_profit, stars, form)
      select ${idOf('1', 'n')}, n % 90, n % 40, n % 80, n % 41 - 20, n % 41 - 20, n % 5, '{won,lost}'
      from generate_series(0, ${members - 1}, 7) n`,
    `insert into record_slices (member_id, kind, key, settled, won, flat_profit)
      select ${idOf('1', 'n')}, kind, key, n % 40, n % 20, n % 41 - 20
      from generate_series(0, ${members - 1}, 7) n,
        (values ('month', to_char(${at}, 'YYYY-MM')), ('month', '2020-01'), ('league', 'league_1'),
          ('league', 'league_2'), ('league-month', 'league_1 ' || to_char(${at}, 'YYYY-MM')), ('option', '1'),
          ('option', '2')) as slice(kind, key)`,
    `insert into operations (member_id, key, fingerprint, status, answer, answered_at, cursor)
      select ${idOf('1', `n % ${members}`)}, 'key-' || n, '', 200, '{}', ${at} - n * interval '1 minute', n
      from generate_series(1, 100000) n`,
    `insert into notices (at, kind, tip_id, tipster_id, outcome)
      select ${at} - (${tips} - n) * interval '10 minutes', 'posted', ${idOf('2', 'n')}, ${owner}, 'open'
      from generate_series(1, ${tips}) n`,
    `insert into audit (chain, position, at, actor_id, action, subject, before, after, hash)
      select owner::text, n, ${at} - (${tips} - n) * interval '10 minutes', owner,
        case when n % 2 = 0 then 'tip.confirm' else 'tip.post' end, 'tip:' || tip,
        null, '{}', sha256(n::text::bytea)
      from (select n, ${owner} as owner, ${idOf('2', 'n')} as tip from generate_series(1, ${tips}) n) as said`,
  ];
}

/** The id of a member, counted from 0; members whose number is divisible by seven are tipsters. */
export function memberOf(number: number): string {
  return `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The id of a tip, counted from 1, oldest first. */
export function tipOf(number: number): string {
  return `20000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
