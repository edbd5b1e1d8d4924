import { bug, type PlantedBug } from './planted-bug.ts';

/** How all fault runs are: a change of many tickets takes several transactions even where there are few. */
export const condition = bug('few-at-a-time', { instead: '2' });

/** Mistakes of what administrators do to many tickets at once. */
const deskBugs: readonly PlantedBug[] = [
  // What is joined on the phone before it is sent, and when it goes.
  bug('joined-desk-prices-lose-one', { instead: 'return { payload };' }),
  bug('joined-price-counts-as-seen', { instead: 'return price;' }),
  bug('confirmed-before-decided', { instead: 'return ids.includes(tipId ?? "");' }),
  bug('reopened-before-decided', { instead: '...{ ...ofManyTips, waitsFor: () => false }' }),
  bug('fixture-before-its-tickets', {
    instead: 'lane === confirmationsLane && tipInLane(lane) !== undefined',
  }),
  bug('ticket-before-its-fixtures', {
    instead:
      'lane === confirmationsLane && legs.some(({ fixtureId }) => lane === fixtureLane(fixtureId))',
  }),
  bug('any-result-counts-as-ours', { instead: 'status === result.status' }),

  // What the server does of it, part by part.
  bug('part-lost', {
    before:
      'if (changed === 0) return { body: await tallyOf(tx, { by, chosen, unlike, ...totals }) };',
  }),
  bug('own-tickets-changed', { instead: 'const others = sql`true`;' }),
  bug('unseen-price-replaced', { instead: 'refuse: async () => undefined' }),
  bug('earlier-result-decides', { instead: 'if (fixture.version >= version) return fixture;' }),
  bug('other-decision-replaced', { instead: 'if (!other || other.by !== by) return;' }),
  bug('result-replaced-unseen', { instead: 'if (!before) {}' }),
  bug('decided-by-first-version', { instead: 'decidedVersion: after.decidedAt && 1' }),
  bug('corrected-alone', { instead: 'isNotNull(tips.confirmedAt)' }),
  bug('corrected-without-a-trace', { instead: 'const { corrected } = leg;' }),
];

/** Mistakes that lose or change what somebody said, on each side that it passes. */
export const contentBugs: readonly PlantedBug[] = [
  // What is joined on the phone before it is sent.
  bug('joined-prices-lose-one', { instead: 'changes: payload.changes' }),
  bug('joined-follow-always-cancels', { instead: `return known.success ? 'nothing' : undefined;` }),
  bug('joined-form-forgets-switch', {
    instead: 'const showPhone = before.data && payload.showPhone;',
  }),

  // What is sent.
  bug('stake-not-sent', { instead: 'stake: 0' }),
  bug('third-leg-not-sent', { instead: 'options: tip.options.slice(0, 2).map(sentLeg)' }),
  bug('copy-not-sent', { instead: '...{}' }),
  bug('reason-not-sent', {
    instead: `body: {
      options: [sentLeg({ ...change, reason: undefined })],
      stake: 0,
      priceSold: 0,
    }`,
  }),

  // What the server writes.
  bug('analysis-not-written', { instead: `analysis: ''` }),
  bug('home-win-written', { instead: 'oddsId: Math.min(oddsId, 1)' }),
  bug('booking-not-written', {
    instead:
      'const writing = writeBooking(tx).execute({ id: tip.id, bookedAt: null, bookedOdds, cursor });',
  }),
  bug('price-at-kick-off-not-written', { instead: 'kickOffOdd: String(before.kickOffOdd)' }),
  bug('decision-written-on-first-leg', {
    instead: 'position: Math.min(after.position, 0)',
  }),
  bug('address-not-written', { instead: 'address: edit.state.trim()' }),
  bug('unfollow-not-written', { instead: 'set: { ...change, following: true }' }),
  bug('time-out-not-written', { instead: 'timeOutUntil: member.until' }),

  // Why the server refuses.
  bug('every-seventh-follow-refused', {
    before: `if (Number(cursor) % 7 === 0) throw new ApiProblem('not-a-tipster');`,
  }),
  bug('late-withdrawal-told-as-booked', {
    instead: `if (!checked.allowed) throw new ApiProblem('already-booked');`,
  }),

  // Posts that the server accepts.
  bug('repeats-taken', {
    instead: 'if (copiedFrom === null) refuseRepeat(chosen, kept, []);',
  }),

  // What the server tells.
  bug('copy-not-told', { instead: '...{}' }),
  bug('first-price-told', { instead: 'odd: leg.kickOffOdd' }),
  bug('country-not-told', { instead: 'country: row.state' }),

  // What the phone takes from it.
  bug('unfollow-not-pulled', {
    instead: 'await store.follows.bulkPut(follows.filter(({ following }) => following));',
  }),
  bug('profile-pulled-once', {
    instead: `if (profile && !(await store.documents.get('profile'))) {
      await store.documents.put({ name: 'profile', value: profile, fetchedAt });
    }`,
  }),

  // What the phone shows of what it has not sent.
  bug('decision-shown-on-every-leg', { instead: 'const [edit] = edits;' }),
  bug('analysis-not-shown-unsent', { instead: '...{}' }),
  bug('switch-not-shown', { instead: 'showPhone: profile?.showPhone ?? false' }),
  ...deskBugs,
];
