import * as z from 'zod/mini';

import type { Database } from '#server/db/database.ts';

/** PostgreSQL's plan for a statement. */
export type Plan = {
  statement: string;
  root: Node;
  /** Length of the statement's longest array parameter; 0 if there is none. */
  longestList: number;
};

/** A plan node in PostgreSQL's JSON, with its children. */
type Node = {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  'Plan Rows': number;
  Plans?: Node[] | undefined;
};

const Node: z.ZodMiniType<Node> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.optional(z.string()),
    'Plan Rows': z.number(),
    Plans: z.optional(z.array(Node)),
  }),
);
const Explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Node })) }));

type Statement = { text: string; values: unknown[] };

export type Plans = {
  /** Discards the statements recorded so far. */
  forget: () => void;
  /** Returns a plan for each recorded SELECT statement. */
  all: () => Promise<Plan[]>;
};

/** Records the statements on all connections of a database. */
export function plansOf({ $client: pool }: Database): Plans {
  let heard: Statement[] = [];
  let deaf = false;
  const listen = (client: { query: unknown }) => {
    const { query } = client;
    if (typeof query !== 'function') return;
    client.query = (...args: unknown[]) => {
      const [first, second] = args;
      const values = Array.isArray(second) ? second : valuesIn(first);
      if (!deaf) heard.push({ text: textIn(first), values });
      return query.apply(client, args);
    };
  };
  const known = new WeakSet();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    listen(client);
  });

  return {
    forget() {
      heard = [];
    },
    async all() {
      const reading = heard.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text));
      deaf = true;
      try {
        const plans: Plan[] = [];
        for (const { text, values } of reading) {
          const { rows } = await pool.query(`explain (format json) ${text}`, values);
          const [explained] = z.parse(Explained, rows);
          const root = explained?.['QUERY PLAN'][0]?.Plan;
          const lengths = values.map((value) => (Array.isArray(value) ? value.length : 0));
          if (root) plans.push({ statement: text, root, longestList: Math.max(0, ...lengths) });
        }
        return plans;
      } finally {
        deaf = false;
      }
    },
  };
}

/** Number of rows from which a request must not read a whole table. */
const many = 10_000;

/** Returns a line for each plan node that reads a large table completely or sorts as many rows. */
export function slowParts({ statement, root }: Plan): string[] {
  return stepsOf(root).flatMap((step) => {
    const { 'Node Type': type, 'Relation Name': table, 'Plan Rows': rows, Plans: from = [] } = step;
    const sorted = type.includes('Sort') ? Math.max(0, ...from.map((one) => one['Plan Rows'])) : 0;
    const read = type === 'Seq Scan' || type === 'Parallel Seq Scan' ? rows : 0;
    const isSlow = sorted >= many || read >= many || (read > 0 && large.has(table ?? ''));
    const what = `${type}${table === undefined ? '' : ` of ${table}`}, ${Math.max(sorted, rows)} rows`;
    return isSlow ? [`${what}: ${statement.slice(0, 300)}`] : [];
  });
}

/** Tables that are large in the crowd database, even if PostgreSQL expects few rows. */
const large = new Set([
  'members',
  'tips',
  'legs',
  'follows',
  'operations',
  'notices',
  'audit',
  'record_slices',
]);

function stepsOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(stepsOf)];
}

function textIn(args: unknown): string {
  if (typeof args === 'string') return args;
  return isObject(args) && 'text' in args ? String(args.text) : '';
}

function valuesIn(args: unknown): unknown[] {
  return isObject(args) && 'values' in args && Array.isArray(args.values) ? args.values : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
