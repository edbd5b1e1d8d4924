import { auditTrouble } from '../../support/audit-chain.ts';
import { differingRecords } from '../../support/recomputed-records.ts';
import type { World } from '../world/world.ts';

/** Everybody's stored record is what the tips themselves make of it, and the audit tells all of them. */
export async function judgeRecords({ server, found, ledger }: World): Promise<void> {
  for (const record of await differingRecords(server.database)) {
    found('records', `stored otherwise than the tips say: ${record}`);
  }
  for (const { subject, what } of await auditTrouble(server.database)) {
    const [kind, id = ''] = subject.split(/:(.*)/s);
    found('records', `the audit of ${kind === 'tip' ? ledger.alias(id) : id}: ${what}`);
  }
}
