import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';
import { createId } from '#sync/ids.ts';

import type { LoadRequest } from './load.ts';
import type { Person, World } from './world.ts';

/** A posted tip with its owner. */
export type Posted = { id: string; owner: Person };

const legsOfATip = 5;

let made = 0;

export function readsOf({ people }: World, path: string, count: number): LoadRequest[] {
  return Array.from({ length: count }, (_, index) => ({
    method: 'GET',
    path,
    headers: headersOf(personAt(people, index)),
  }));
}

/** Creates tips that their owners have not posted before, and the requests that post them. */
export function postsOf(
  { people, games }: World,
  path: string,
  count: number,
): { posted: Posted[]; requests: LoadRequest[] } {
  const posted: Posted[] = [];
  const requests = Array.from({ length: count }, () => {
    const id = createId();
    const owner = personAt(people, made);
    const ofOwner = Math.floor(made / people.length);
    made += 1;
    posted.push({ id, owner });
    const option = bettingOptions[Math.floor(ofOwner / games.length) % bettingOptions.length];
    const options = Array.from({ length: legsOfATip }, (_, leg) => {
      const game = games[(ofOwner + leg * 7) % games.length];
      return {
        fixtureId: game?.id,
        game: `${game?.home} Vs ${game?.away}`,
        group: option?.oddsGroup,
        oddName: option && oddNameOf(option),
        odd: 1.85,
        startDateOfGame: game?.kickOff,
      };
    });
    return {
      method: 'POST',
      path,
      headers: { ...headersOf(owner), 'idempotency-key': id },
      body: JSON.stringify({ id, options, stake: 2, ifStarted: 'refuse' }),
    };
  });
  return { posted, requests };
}

/** Creates requests that book posted tips; each path ends with the tip's id. */
export function bookingsOf(posted: readonly Posted[], path: string): LoadRequest[] {
  return posted.map(({ id, owner }) => ({
    method: 'PUT',
    path: `${path}/${id}`,
    headers: { ...headersOf(owner), 'idempotency-key': createId() },
    body: '{}',
  }));
}

/** The server identifies a member by the token, the limit by the id. */
function headersOf({ id, token }: Person): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-owner': id };
}

function personAt(people: readonly Person[], index: number): Person {
  const person = people[index % people.length];
  if (!person) throw new Error('There is nobody.');
  return person;
}
