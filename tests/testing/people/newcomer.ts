import { demoPassword } from '#server/demo/recording.ts';

import { demoMember } from './demo-members.ts';
import type { Backend } from '../server/backend.ts';
import type { Connection } from '../phone/connection.ts';
import type { Given } from '../phone/journey.ts';
import { aPerson, type Names, type Person } from '../phone/person.ts';
import type { Phone } from '../phone/phone.ts';

let joined = 0;

/** A member with a profile and without tips, created on the server. */
export async function aNewcomer(phone: Phone, backend: Backend): Promise<Person> {
  return aPerson(phone, await addNewcomer(backend));
}

/** Inserts a member with a profile and without tips into a server with the demo season. */
export async function addNewcomer(backend: Backend): Promise<Names> {
  joined += 1;
  const email = `newcomer-${process.pid}-${joined}@example.org`;
  const names = { firstName: `Newcomer${joined}`, lastName: 'Stone' };
  await backend.query(
    `insert into members (id, email, user_name, password_hash, first_name, last_name, search_name,
       phone_number, country, state, address, is_tipster, email_verified_at, created_at)
     select gen_random_uuid(), $1, 'newcomer', password_hash, $2, $3, lower($2 || ' ' || $3),
       phone_number,
       country, state, address, true, now(), now()
     from members where email = $4`,
    [email, names.firstName, names.lastName, demoMember.email],
  );
  return { email, password: demoPassword, ...names };
}

/** Inserts an administrator with a profile into a server with the demo season. */
export async function addAdministrator(backend: Backend): Promise<Names> {
  const names = await addNewcomer(backend);
  await backend.query("update members set role = 'administrator' where email = $1", [names.email]);
  return names;
}

/**
 * A logged-in member whose phone has stored the app and the games, on a connection that can fail.
 */
export type ReadyForOffline = { connection: Connection; phone: Phone; member: Person };

export async function aMemberReadyForOffline(
  given: Given,
  backend: Backend,
  prepare: (phone: Phone) => Promise<unknown> = async () => undefined,
): Promise<ReadyForOffline> {
  const connection = await given.aConnection(backend.origin);
  const phone = await given.aPhone(connection.origin);
  await prepare(phone);
  const member = await aNewcomer(phone, backend);
  await member.startsAt('/tips/create');
  await member.gamesFromTheLast();
  await phone.isReadyForOffline();
  return { connection, phone, member };
}
