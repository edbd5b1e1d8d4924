import { demoPassword } from '#server/demo/recording.ts';

import { demoAdministrator } from './demo-members.ts';
import type { Backend } from '../server/backend.ts';

type Known = { email: string };

/** Actions of other members on a match day by the API, without phones. */
export function aMatchDay(backend: Backend) {
  async function send<Reply>(method: string, path: string, token?: string, body?: object) {
    const answer = await fetch(`${backend.origin}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply: Reply = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
    return reply;
  }

  async function tokenOf({ email }: Known): Promise<string> {
    const login = await send<{ access_token: string }>('POST', '/api/auth', undefined, {
      email,
      password: demoPassword,
    });
    return login.access_token;
  }

  const asAdministrator = async () => tokenOf(demoAdministrator);

  return {
    async follows(fan: Known, email: string) {
      const [tipster] = await backend.query<{ id: string }>(
        'select id from members where email = $1',
        [email],
      );
      const path = `/api/users/followOrUnfollow?Id=${tipster?.id}&isFollow=true`;
      await send('PUT', path, await tokenOf(fan), {});
    },

    /**
     * Posts a tip on the last future game, as other journeys read the next ones; the feed does not
     * price it.
     */
    async posts(who: Known): Promise<{ id: string; fixtureId: string; game: string }> {
      const [game] = await backend.query<{ id: string; home: string; away: string }>(
        `select id, home, away from fixtures
         where status = 'scheduled' and kick_off > now() + interval '1 hour'
         order by kick_off desc, id limit 1`,
      );
      if (!game) throw new Error('No game is to come.');
      const options = [{ fixtureId: game.id, oddName: 'Odd/Even - Even' }];
      const tip = await send<{ id: string }>('POST', '/api/tips', await tokenOf(who), { options });
      return { id: tip.id, fixtureId: game.id, game: `${game.home} – ${game.away}` };
    },

    async isPriced({ id, fixtureId }: { id: string; fixtureId: string }) {
      const options = [{ fixtureId, odd: 1.9 }];
      await send('PUT', `/api/tips/${id}`, await asAdministrator(), { options });
    },

    /** Ends the game with a won tip; its confirmation cannot be undone any more. */
    async isWon({ id, fixtureId }: { id: string; fixtureId: string }) {
      await backend.query(
        `update fixtures set source = 'test', kick_off = now() - interval '4 hours' where id = $1`,
        [fixtureId],
      );
      const token = await asAdministrator();
      const options = [{ fixtureId, result: 'won', reason: 'Seen in the stadium.' }];
      await send('PUT', `/api/tips/${id}`, token, { options });
      await send('PUT', `/api/tips/confirmTip/${id}`, token, { IsGameSuccessful: true });
      await backend.query(
        `with due as (
          update notices set at = now() where tip_id = $1 and kind = 'settled' and at > now()
          returning id)
        update pgboss.job set start_after = now() from due where data->>'noticeId' = due.id::text`,
        [id],
      );
    },
  };
}
