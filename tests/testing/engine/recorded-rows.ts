import * as z from 'zod/mini';
import { OperationRow } from '#sync/outbox/operation-row.ts';
import rows from '../../sync/operations/recorded-rows.json?raw';

/** Rows as an earlier build queued them, each with the request that it sent. */
const Recorded = z.array(
  z.object({
    // Earlier builds stored `lane` instead of `subjects`.
    row: z.omit(OperationRow, { subjects: true }),
    sends: z.object({
      method: z.string(),
      path: z.string(),
      body: z.optional(z.unknown()),
      file: z.optional(z.object({ field: z.string(), type: z.string() })),
    }),
  }),
);

/** At least one row of each kind. The file only grows: phones still store rows of these forms. */
export const recordedRows = Recorded.parse(JSON.parse(rows, inBytes));

/** Converts base64 to bytes, which JSON does not have. */
function inBytes(_name: string, value: unknown): unknown {
  const reported = z.object({ base64: z.string() }).safeParse(value);
  return reported.success ? new Uint8Array(Buffer.from(reported.data.base64, 'base64')) : value;
}
