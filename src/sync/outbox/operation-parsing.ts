import * as z from 'zod/mini';
import { parseOperation } from '../operations/registry.ts';
import { convertLaneRows } from './lane-rows.ts';
import { OperationRow } from './operation-row.ts';

/**
 * Parses stored rows; an unreadable row does not affect the others. Rows of an earlier build are
 * converted, because an open page of that build may still write them.
 */
export function parseOperationRows(rows: readonly unknown[]): OperationRow[] {
  return convertLaneRows(rows).map(parseOperationRow);
}

function parseOperationRow(raw: unknown): OperationRow {
  const read = OperationRow.safeParse(raw);
  if (!read.success) return toUnreadableOperation(raw);
  return parseOperation(read.data) === 'unreadable' ? toUnreadableOperation(raw) : read.data;
}

function toUnreadableOperation(raw: unknown): OperationRow {
  const fields = new Map(Object.entries(typeof raw === 'object' && raw ? raw : {}));
  const text = (name: string, otherwise: string) => {
    const value: unknown = fields.get(name);
    return typeof value === 'string' ? value : otherwise;
  };
  const number = (name: string) => {
    const value: unknown = fields.get(name);
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
  };
  const seq = number('seq');
  return {
    seq,
    id: text('id', `unreadable:${seq}`),
    memberId: text('memberId', ''),
    kind: text('kind', 'unknown'),
    v: number('v'),
    subjects: z.array(z.string()).safeParse(fields.get('subjects')).data ?? [`unreadable:${seq}`],
    payload: fields.get('payload'),
    state: 'unreadable',
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    sentEver: fields.get('sentEver') === true,
    queuedAt: text('queuedAt', new Date(0).toISOString()),
    problem: { code: 'unreadable', message: 'This change can no longer be read.' },
    log: [],
  };
}
