import Fastify from 'fastify';
import { Pool } from 'pg';

import { tell } from './child.ts';

// The least that can stand in the place of our server: no login, no checks, no schema. It reads a
// list that PostgreSQL hands over as text, and inserts a tip and its key with one statement.

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

tell(await app.listen({ port: 0, host: '127.0.0.1' }));
