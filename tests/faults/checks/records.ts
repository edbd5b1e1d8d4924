import { auditTrouble } from '../../support/audit-chain.ts';
import { differingRecords } from '../../support/kept-records.ts';
import type { World } from '../world/world.ts';

/** What is kept of everybody's record comes from the tips themselves, and the audit tells all of them. */
export async function judgeRecords({ server, found, ledger }: World): Promise<void> {
  for (const kept of await differingRecords(server.database)) {
    found('records', `kept otherwise than the tips say: ${kept}`);
  }
  for (const { subject, what } of await auditTrouble(server.database)) {
    const [kind, id = ''] = subject.split(/:(.*)/s);
    found('records', `the audit of ${kind === 'tip' ? ledger.alias(id) : id}: ${what}`);
  }
}
