import type { Backend } from './backend-process.ts';

/** A tip as the database has it, and how often booking it was answered with success. */
export type KeptTip = { legs: number; booked: boolean; bookings: number };

/** Every tip of a member that the server has, straight from its database. */
export async function tipsOf(backend: Backend, email: string): Promise<KeptTip[]> {
  return backend.query<KeptTip>(
    `select
       (select count(*)::int from legs where tip_id = tips.id) as legs,
       booked_at is not null as booked,
       (select count(*)::int from operations
         where member_id = owner_id and status = 200 and answer->>'id' = tips.id::text
           and (answer->>'IsBooked')::boolean) as bookings
     from tips join members on members.id = owner_id
     where email = $1
     order by tips.created_at`,
    [email],
  );
}
