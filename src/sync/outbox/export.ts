import type { MemberStore } from '../storage/member-store.ts';
import { parseOperationRows } from './operation-parsing.ts';

/** An export of pending operations, with everything needed to enter them elsewhere. */
export type OutboxExport = {
  format: 'touchline-outbox';
  version: 1;
  exportedAt: string;
  operations: ExportedOperation[];
};

/** One operation; `stored` is its row as stored, even if this build cannot read it. */
type ExportedOperation = {
  id: string;
  kind: string;
  state: string;
  queuedAt: string;
  reason: string | undefined;
  payload: unknown;
  stored: unknown;
};

/** Exports the whole outbox as plain JSON without tokens or passwords. */
export async function exportOperations(
  store: MemberStore,
  now: number = Date.now(),
): Promise<OutboxExport> {
  const stored: unknown[] = await store.operations.orderBy('seq').toArray();
  const operations = parseOperationRows(stored).map((row, index) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    queuedAt: row.queuedAt,
    reason: row.problem?.message,
    payload: toPlainJson(row.payload),
    stored: toPlainJson(stored[index]),
  }));
  const exportedAt = new Date(now).toISOString();
  return { format: 'touchline-outbox', version: 1, exportedAt, operations };
}

/** Creates the export as a JSON file, optionally of one operation. */
export async function createExportFile(store: MemberStore, operationId?: string): Promise<Blob> {
  const all = await exportOperations(store);
  const operations = all.operations.filter(({ id }) => (operationId ?? id) === id);
  const text = JSON.stringify({ ...all, operations }, undefined, 2);
  return new Blob([text], { type: 'application/json' });
}

/** Names of fields that must not be in a file; rows may come from any build. */
const secretFieldPattern = /token|password|authori[sz]ation|secret/i;

function toPlainJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: base64Of(value) };
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretFieldPattern.test(name))
      .map(([name, member]) => [name, toPlainJson(member)]),
  );
}

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
