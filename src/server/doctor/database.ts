import { Client } from 'pg';

import { appRole } from '../db/database.ts';
import { expectNoPooler } from '../db/pooler.ts';
import { schemaOf, schemaOfThisVersion } from '../db/schema-version.ts';
import { messageOf } from '../start-refused.ts';
import { type Finding, findingsAbout } from './finding.ts';

const { ok, warn, bad } = findingsAbout('database');

type Needs = { connections: number; clock: () => Date };

const oldest = 15;

/** Looks at the database that an address names, and changes nothing in it. */
export async function lookAtDatabase(url: string, needs: Needs): Promise<Finding[]> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    application_name: 'touchline: doctor',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await expectNoPooler(client);
    return [
      ...(await lookAtServer(client, needs)),
      await lookAtRights(client),
      await lookAtSchema(client),
      await lookAtClock(client, needs.clock),
    ];
  } catch (error) {
    return [
      bad(`${messageOf(error)} (DATABASE_URL names it; is it running, and may this machine in?)`),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function lookAtServer(client: Client, { connections }: Needs): Promise<Finding[]> {
  const { rows } = await client.query<{
    version: string;
    encoding: string;
    readOnly: boolean;
    safe: boolean;
    most: number;
  }>(`select current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly",
    current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as safe,
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int as most`);
  const [row] = rows;
  if (!row) return [];
  const { version, encoding, readOnly, safe, most } = row;
  const findings = [
    Number.parseInt(version, 10) >= oldest
      ? ok(`PostgreSQL ${version} answers.`)
      : bad(`PostgreSQL ${version} is too old: Touchline needs ${oldest} or newer.`),
  ];
  if (encoding !== 'UTF8') {
    findings.push(bad(`It stores text as ${encoding}. Make another: createdb --encoding=UTF8.`));
  }
  if (readOnly) {
    findings.push(
      bad(
        'It takes no writes: it is a standby, or set to read-only. Name the primary in DATABASE_URL.',
      ),
    );
  }
  if (!safe) {
    findings.push(
      warn('fsync or synchronous_commit is off: a crash loses what members were told is saved.'),
    );
  }
  if (connections > most * 0.8) {
    findings.push(
      warn(
        `DATABASE_CONNECTIONS is ${connections} for each process, and PostgreSQL lets ${most} in altogether. ` +
          'Lower it, or raise max_connections.',
      ),
    );
  }
  return findings;
}

async function lookAtRights(client: Client): Promise<Finding> {
  const { rows } = await client.query<{
    name: string;
    may: boolean;
    makes: boolean;
    there: boolean;
  }>(
    `select current_user as name, role.oid is not null as there,
      coalesce(pg_has_role(role.oid, 'member'), false) as may,
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as makes
    from (select to_regrole($1)::oid as oid) as role`,
    [appRole],
  );
  const { name = '', may = false, makes = false, there = false } = rows[0] ?? {};
  if (may) return ok(`${name} may work as ${appRole}, which cannot rewrite the history.`);
  if (makes) return ok(`${name} may make the role ${appRole}, which the first start does.`);
  const make = there ? '' : `create role ${appRole} nologin; `;
  return bad(
    `${name} may not work as ${appRole}. As a superuser: ${make}grant ${appRole} to "${name}";`,
  );
}

async function lookAtSchema(client: Client): Promise<Finding> {
  const schema = await schemaOf(client);
  if (schema === schemaOfThisVersion()) return ok('It has the schema of this version.');
  return schema === ''
    ? warn('It is empty: the first start makes the tables. A backup is restored before that.')
    : warn(
        'It has the schema of another version: npm run migrate, or the next start, brings it here.',
      );
}

async function lookAtClock(client: Client, clock: () => Date): Promise<Finding> {
  const asked = clock().getTime();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const answered = clock().getTime();
  const there = rows[0]?.now.getTime() ?? 0;
  // The question was read at some moment in between.
  const off = Math.round(Math.max(0, asked - there, there - answered)) / 1000;
  const words = `This machine's clock and the database's are ${off} s apart.`;
  const mend =
    'Kick-offs are judged by this one: let both follow a time server (chrony, timesyncd).';
  if (off >= 5) return bad(`${words} ${mend}`);
  return off >= 1 ? warn(`${words} ${mend}`) : ok(words);
}
