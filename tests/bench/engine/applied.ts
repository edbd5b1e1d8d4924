/** A change as the engine sent it. */
type Change = { path: string; body: string };

const noTip = {
  tipsterId: '0195a000-0000-7000-8000-000000000002',
  tipsterName: 'Ada Obi',
  options: [],
  totalOdds: 15.63,
  creationTime: '2026-03-01T10:00:00.000Z',
  expiryTime: '2026-03-02T15:00:00.000Z',
  IsBooked: false,
  IsGameSuccessful: false,
  outcome: 'open',
  totalGamesWon: 0,
  totalGamesLost: 0,
  gameRankPercentage: 0,
  version: 1,
  stake: 3,
};

/** Returns the server's response to a change, without storing the change. */
export function applied({ path, body }: Change): unknown {
  const url = new URL(path, 'http://host');
  if (url.pathname === '/api/users/followOrUnfollow') {
    const tipsterId = url.searchParams.get('Id');
    return { tipsterId, following: url.searchParams.get('isFollow') === 'true' };
  }
  const booking = /^\/api\/tips\/bookTicket\/(.+)$/.exec(url.pathname);
  if (booking) return { ...noTip, id: booking[1], IsBooked: true, version: 2 };
  const sent: unknown = JSON.parse(body);
  const tip = typeof sent === 'object' && sent !== null ? new Map(Object.entries(sent)) : new Map();
  const legs: unknown = tip.get('options');
  const options = Array.isArray(legs) ? legs.map((leg: object) => ({ ...leg, ...undecided })) : [];
  return { ...noTip, id: tip.get('id'), options };
}

const undecided = { status: false, result: 'pending' };
