import { bug, type PlantedBug } from './planted-bug.ts';

/**
 * Used in all fault runs: a batch has only two tickets, so that a change of many takes several
 * transactions.
 */
export const condition = bug('few-at-a-time', { instead: '2' });

/** Bugs of desk operations on many tickets. */
const deskBugs: readonly PlantedBug[] = [
  // Merging on the phone, and the order of sending.
  bug('joined-desk-prices-lose-one', { instead: 'return { payload };' }),
  bug('joined-price-counts-as-seen', { instead: 'return price;' }),
  bug('confirmed-before-decided', {
    instead: 'subjects: ({ ids }: ManyTipsPayload) => ids.map(tipSubject)',
  }),
  bug('reopened-before-decided', {
    instead: '...{ ...manyTipsBase, subjects: ({ ids }: ManyTipsPayload) => ids.map(tipSubject) }',
  }),
  bug('fixture-before-its-tickets', {
    instead: 'subjects: ({ fixtureId }: { fixtureId: string }) => [`game:${fixtureId}`]',
  }),
  bug('ticket-before-its-fixtures', {
    instead: 'subjects: ({ tipId }: z.infer<typeof TipLegsPayload>) => [tipSubject(tipId)]',
  }),
  bug('any-result-counts-as-ours', { instead: 'status === result.status' }),

  // The server's batches.
  bug('part-lost', {
    before:
      'if (changed === 0) return { body: await countDeskTickets(tx, { by, chosen, unlike, ...totals }) };',
  }),
  bug('own-tickets-changed', { instead: 'const others = sql`true`;' }),
  bug('unseen-price-replaced', { instead: 'refuse: async () => undefined' }),
  bug('earlier-result-decides', { instead: 'if (fixture.version >= version) return fixture;' }),
  bug('other-decision-replaced', { instead: 'if (!other || other.by !== call.by) return;' }),
  bug('result-replaced-unseen', { instead: 'if (!before) {}' }),
  bug('decided-by-first-version', { instead: 'decidedVersion: after.decidedAt && 1' }),
  bug('corrected-without-a-trace', { instead: 'const { corrected } = leg;' }),
];

/** Bugs that lose or change content, by the step between the phone and the server. */
export const contentBugs: readonly PlantedBug[] = [
  // Merging on the phone.
  bug('joined-prices-lose-one', { instead: 'changes: payload.changes' }),

  // Requests.
  bug('stake-not-sent', { instead: 'stake: 0' }),
  bug('third-leg-not-sent', { instead: 'options: tip.options.slice(0, 2).map(toSentTipLeg)' }),
  bug('copy-not-sent', { instead: '...{}' }),
  bug('reason-not-sent', {
    instead: `body: {
      options: [toSentLegChange({ ...change, reason: undefined })],
      stake: 0,
      priceSold: 0,
    }`,
  }),

  // The server's writes.
  bug('analysis-not-written', { instead: `analysis: ''` }),
  bug('home-win-written', { after: 'oddsId: Math.min(leg.oddsId, 1)' }),
  bug('booking-not-written', {
    instead:
      'const writing = writeBookingQuery(tx).execute({ id: tip.id, bookedAt: null, bookedOdds, cursor });',
  }),
  bug('price-at-kick-off-not-written', { instead: 'kickOffOdd: String(before.kickOffOdd)' }),
  bug('decision-written-on-first-leg', {
    instead: 'position: Math.min(after.position, 0)',
  }),
  bug('address-not-written', { instead: 'address: edit.state.trim()' }),
  bug('unfollow-not-written', { instead: 'set: { ...change, following: true }' }),
  bug('time-out-not-written', { instead: 'timeOutUntil: member.until' }),

  // The server's refusals.
  bug('every-seventh-follow-refused', {
    before: `if (Number(cursor) % 7 === 0) throw new ApiProblem('not-a-tipster');`,
  }),
  bug('late-withdrawal-told-as-booked', {
    instead: `if (!checked.allowed) throw new ApiProblem('already-booked');`,
  }),

  // The rules for posts.
  bug('repeats-taken', {
    instead: 'if (copiedFrom === null) refuseRepeatedLegs(chosen, kept, []);',
  }),

  // The server's responses.
  bug('copy-not-told', { instead: '...{}' }),
  bug('first-price-told', { instead: 'odd: leg.kickOffOdd' }),
  bug('country-not-told', { instead: 'country: row.state' }),

  // Storing pulled rows.
  bug('unfollow-not-pulled', {
    instead: 'await store.follows.bulkPut(follows.filter(({ following }) => following));',
  }),
  bug('profile-pulled-once', {
    instead: `if (profile && !(await store.documents.get('profile'))) {
      await store.documents.put({ name: 'profile', value: profile, fetchedAt });
    }`,
  }),

  // Showing unsent operations.
  bug('decision-shown-on-every-leg', { instead: 'const [edit] = edits;' }),
  bug('analysis-not-shown-unsent', { instead: '...{}' }),
  bug('switch-not-shown', { instead: 'showPhone: profile?.showPhone ?? false' }),
  ...deskBugs,
];
