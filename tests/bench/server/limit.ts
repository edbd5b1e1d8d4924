import Fastify from 'fastify';
import { Pool } from 'pg';

import { reportTo } from './child.ts';

// The upper limit for the server's throughput: no login, checks or schema. Reads a list that
// PostgreSQL returns as text, and inserts a tip and its idempotency key by one statement.

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const json = 'application/json; charset=utf-8';
const app = Fastify();

app.get('/read', async ({ headers }, reply) => {
  const { rows } = await pool.query<{ text: string }>({
    name: 'read',
    text: `select json_agg(doc)::text as text from
      (select doc from limit_tickets where owner = $1 order by created_at desc limit 20) newest`,
    values: [headers['x-owner']],
  });
  return reply.type(json).send(rows[0]?.text);
});

app.post('/insert', async ({ headers, body }, reply) => {
  const { rows } = await pool.query<{ text: string }>({
    name: 'insert',
    text: `with kept as (insert into limit_keys values ($1, $2, $3) returning key)
      insert into limit_tickets select key, $1, now(), $3 from kept returning doc::text as text`,
    values: [headers['x-owner'], headers['idempotency-key'], JSON.stringify(body)],
  });
  return reply.code(201).type(json).send(rows[0]?.text);
});

// The writes of a post and a booking to the server's own tables, one statement each, with
// idempotency keys, foreign keys and triggers.

app.post('/tip', async ({ headers, body }, reply) => {
  const key = headers['idempotency-key'];
  const { rows } = await pool.query<{ id: string }>({
    name: 'tip',
    text: `with owner as (
        update members set cursor = cursor + 1 where id = $1 returning id, cursor
      ), tip as (
        insert into tips (id, owner_id, created_at, expires_at, last_kick_off, stake, total_odds,
          record_odds, cursor)
        select $2::uuid, owner.id, now(), min(kick_off), max(kick_off), 2, 21.67, 21.67, owner.cursor
        from owner, json_to_recordset($3::json -> 'options') as leg("fixtureId" text)
        join fixtures on fixtures.id = leg."fixtureId"
        group by owner.id, owner.cursor
        returning id, owner_id, created_at, cursor
      ), leg as (
        insert into legs (tip_id, position, fixture_id, odds_id, odd, kick_off_odd)
        select tip.id, leg.place - 1, leg.option ->> 'fixtureId', 1, 1.85, 1.85
        from tip, json_array_elements($3::json -> 'options') with ordinality as leg(option, place)
      ), event as (
        insert into audit (at, actor_id, action, subject, after, own)
        select created_at, owner_id, 'tip.post', 'tip:' || id, $3::jsonb, '{"stake": 2}' from tip
      ), notice as (
        insert into notices (at, kind, tip_id, tipster_id, outcome)
        select created_at, 'posted', id, owner_id, 'open' from tip
      ), counted as (
        insert into limits as known select 'one ' || id, 1, 0 from owner
        on conflict (key) do update set points = known.points + 1
      )
      insert into operations (member_id, key, fingerprint, status, answer, answered_at, cursor)
      select owner_id, id, 'one', 201, $3::jsonb, created_at, cursor from tip returning key as id`,
    values: [headers['x-owner'], key, JSON.stringify(body)],
  });
  return reply.code(201).type(json).send(rows[0]);
});

app.put<{ Params: { id: string } }>('/booking/:id', async ({ headers, params: { id } }, reply) => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'booking',
    text: `with owner as (
        update members set cursor = cursor + 1 where id = $1 returning id, cursor
      ), leg as (
        update legs set booked_odd = odd where tip_id = $2
      ), tip as (
        update tips set booked_at = now(), booked_odds = total_odds, version = version + 1,
          cursor = owner.cursor
        from owner where tips.id = $2 and owner_id = owner.id
        returning tips.id, owner_id, tips.cursor
      ), counted as (
        insert into limits as known select 'one ' || id, 1, 0 from owner
        on conflict (key) do update set points = known.points + 1
      )
      insert into operations (member_id, key, fingerprint, status, answer, answered_at, cursor)
      select owner_id, $3, 'one', 200, (
          select doc from limit_tickets where owner = owner_id limit 1), now(), cursor
      from tip returning key as id`,
    values: [headers['x-owner'], id, headers['idempotency-key']],
  });
  return reply.type(json).send(rows[0]);
});

reportTo(await app.listen({ port: 0, host: '127.0.0.1' }));
