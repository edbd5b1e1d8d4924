import type { Backend } from '../server/backend.ts';

/** A stored tip: number of legs, whether the tip is booked, and how often a booking succeeded. */
export type StoredTip = { legs: number; booked: boolean; bookings: number };

/** Reads every tip of a member from the server's database. */
export async function tipsOf(backend: Backend, email: string): Promise<StoredTip[]> {
  return backend.query<StoredTip>(
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

/** Moves a kick-off in the database only, so that no device is notified. */
export async function moveKickOff(
  backend: Backend,
  game: string,
  { inMinutes }: { inMinutes: number },
): Promise<void> {
  const [home = '', away = ''] = game.split(' Vs ');
  await backend.query(
    `update fixtures set source = 'test', kick_off = now() + $3 * interval '1 minute', updated_at = now()
     where home = $1 and away = $2 and kick_off > now()`,
    [home, away, inMinutes],
  );
}
