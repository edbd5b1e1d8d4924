import { and, eq, gte, isNotNull, isNull, notInArray, or } from 'drizzle-orm';

import { authenticatorId, type LoginGuard } from '#contract/account/security.ts';

import { authenticators, challenges, guardLinks, passkeys } from '../db/auth-tables.ts';
import type { Queryable, Transaction } from '../db/database.ts';

/** The login guards to retain: added before `before` and, if `ids` is set, contained in `ids`. */
type RetainedGuards = { before: Date; ids?: readonly string[] };

/** Reads a member's passkeys and authenticator app, oldest first. */
export async function readLoginGuards(
  database: Queryable,
  memberId: string,
): Promise<LoginGuard[]> {
  const keys = await database
    .select({ id: passkeys.id, device: passkeys.device, addedAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(passkeys.createdAt, passkeys.id);
  const apps = await database
    .select({ device: authenticators.device, addedAt: authenticators.confirmedAt })
    .from(authenticators)
    .where(and(eq(authenticators.memberId, memberId), isNotNull(authenticators.confirmedAt)));
  return [
    ...keys.map((key) => ({ ...key, kind: 'passkey' as const })),
    ...apps.map((app) => ({ ...app, id: authenticatorId, kind: 'authenticator' as const })),
  ]
    .flatMap(({ addedAt, ...guard }) =>
      addedAt ? [{ ...guard, addedAt: addedAt.toISOString() }] : [],
    )
    .toSorted((one, other) => one.addedAt.localeCompare(other.addedAt));
}

/**
 * Removes a member's passkeys, authenticator app and unfinished set-ups, except guards to retain.
 * Also deletes removal links; without `ids`, links of guards added before `before` stay valid.
 */
export async function removeLoginGuards(
  tx: Transaction,
  memberId: string,
  exception?: RetainedGuards,
): Promise<void> {
  const { before, ids } = exception ?? {};
  await tx
    .delete(passkeys)
    .where(
      and(
        eq(passkeys.memberId, memberId),
        before && or(gte(passkeys.createdAt, before), ids && notInArray(passkeys.id, [...ids])),
      ),
    );
  const appStays = ids === undefined || ids.includes(authenticatorId);
  await tx
    .delete(authenticators)
    .where(
      and(
        eq(authenticators.memberId, memberId),
        before && appStays
          ? or(isNull(authenticators.confirmedAt), gte(authenticators.confirmedAt, before))
          : undefined,
      ),
    );
  await tx
    .update(authenticators)
    .set({ pendingSecret: null })
    .where(eq(authenticators.memberId, memberId));
  await tx.delete(challenges).where(eq(challenges.memberId, memberId));
  await tx
    .delete(guardLinks)
    .where(
      and(
        eq(guardLinks.memberId, memberId),
        before && ids === undefined ? gte(guardLinks.addedAt, before) : undefined,
      ),
    );
}
