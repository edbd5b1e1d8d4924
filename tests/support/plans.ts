import * as z from 'zod/mini';

import type { Database } from '#server/db/database.ts';

/** What PostgreSQL means to do for a statement. */
export type Plan = {
  statement: string;
  root: Node;
  /** Of how many values its longest list is, 0 without one. */
  longest: number;
};

/** A step of a plan, with those that it reads from. */
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
  /** Begins anew. */
  forget: () => void;
  /** A plan for each reading statement since then. */
  all: () => Promise<Plan[]>;
};

/** Listens to what is asked of a database from now on, on connections old and new. */
export function plansOf({ $client: pool }: Database): Plans {
  let heard: Statement[] = [];
  let deaf = false;
  const listen = (client: { query: unknown }) => {
    const { query } = client;
    if (typeof query !== 'function') return;
    client.query = (...asked: unknown[]) => {
      const [first, second] = asked;
      const values = Array.isArray(second) ? second : valuesIn(first);
      if (!deaf) heard.push({ text: textIn(first), values });
      return query.apply(client, asked);
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
          if (root) plans.push({ statement: text, root, longest: Math.max(0, ...lengths) });
        }
        return plans;
      } finally {
        deaf = false;
      }
    },
  };
}

/** From here on a table is one that nobody reads whole while somebody waits. */
const many = 10_000;

/** Steps that read a large table whole, or sort as many rows, one line each. */
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

/** Tables of the crowd that are large, however few of their rows are expected. */
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

function textIn(asked: unknown): string {
  if (typeof asked === 'string') return asked;
  return isObject(asked) && 'text' in asked ? String(asked.text) : '';
}

function valuesIn(asked: unknown): unknown[] {
  return isObject(asked) && 'values' in asked && Array.isArray(asked.values) ? asked.values : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
