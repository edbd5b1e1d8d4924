import type { Backend } from '../testing/server/backend.ts';
import type { Connection } from '../testing/phone/connection.ts';
import { addNewcomer } from '../testing/people/newcomer.ts';
import type { EnginePhone } from './engine-phone.ts';
import { memberOn } from './member.ts';

/** Logs in a new member, and waits until the phone has the games and can start the app offline. */
export async function logInForOffline(phone: EnginePhone, { server }: { server: Backend }) {
  const member = memberOn(phone, await addNewcomer(server));
  await member.logIn();
  await member.openCreate();
  await phone.isReadyForOffline();
  return member;
}

/** Logs in a new member, breaks the connection and posts a tip, which stays unsent. */
export async function postUnsentTip(
  phone: EnginePhone,
  { server, connection }: { server: Backend; connection: Connection },
) {
  const member = await logInForOffline(phone, { server });
  await connection.breaks();
  const [game = ''] = await member.pickLastGames(1);
  await member.post();
  await member.seesTip(game, 'Saved on this phone');
  return { member, game };
}
