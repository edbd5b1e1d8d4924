import { verifyDatabase } from '#server/proof/verify.ts';

import { auditTrouble } from '../../testing/database/audit-chain.ts';
import type { World } from '../world/world.ts';

/**
 * Verifies that public rows match the replayed audit, and that each entry continues the one before.
 */
export async function judgeRecords({ server, found, ledger }: World): Promise<void> {
  const { problems } = await verifyDatabase(server.database);
  for (const problem of problems) found('records', problem);
  for (const { subject, what } of await auditTrouble(server.database)) {
    const [kind, id = ''] = subject.split(/:(.*)/s);
    found('records', `the audit of ${kind === 'tip' ? ledger.alias(id) : id}: ${what}`);
  }
}
