import * as z from 'zod/mini';

import { type ReplayedTip, replayPost, replayTipEvent } from '#contract/proof/tip-replay.ts';

import type { ChainedEvent } from './chained-events.ts';

/** Private content of the event of a posted tip. */
const OwnContent = z.object({ copiedFrom: z.nullable(z.string()), stake: z.number() });
/** Private content of the event of a booking. */
const Booking = z.object({
  tipId: z.string(),
  bookedAt: z.string(),
  odds: z.record(z.string(), z.number()),
});
const Role = z.object({ role: z.string() });
const Follow = z.object({ following: z.boolean(), tipsterIds: z.array(z.string()) });

/** A member and their tips, computed from the events of the member's chain. */
export class MemberReplay {
  readonly id: string;
  readonly tips = new Map<string, ReplayedTip>();
  readonly follows = new Set<string>();
  role = 'member';
  isDeleted = false;

  constructor(id: string) {
    this.id = id;
  }

  /** True if no event had an effect that other members can see. */
  get hasNoPublicEffect(): boolean {
    return this.tips.size === 0 && this.follows.size === 0 && this.role === 'member';
  }

  /** Applies an event; returns a sentence if the event is invalid. */
  add(event: ChainedEvent): string | undefined {
    const [kind, id = ''] = event.subject.split(':');
    if (kind !== 'tip') {
      this.#addOwn(event);
      return undefined;
    }
    const tip = this.tips.get(id);
    if (event.action === 'tip.post') {
      this.tips.set(id, replayPost(event, z.parse(OwnContent, event.own)));
      return tip && `Tip ${id} was posted a second time.`;
    }
    if (tip) replayTipEvent(tip, event);
    return undefined;
  }

  #addOwn(event: ChainedEvent): void {
    switch (event.action) {
      case 'member.role':
        this.role = z.parse(Role, event.after).role;
        return;
      case 'member.delete':
        this.role = 'member';
        this.isDeleted = true;
        this.follows.clear();
        return;
      case 'member.follow': {
        const { following, tipsterIds } = z.parse(Follow, event.own);
        for (const id of tipsterIds) {
          if (following) this.follows.add(id);
          else this.follows.delete(id);
        }
        return;
      }
      case 'copy.book': {
        const { tipId, bookedAt, odds } = z.parse(Booking, event.own);
        const tip = this.tips.get(tipId);
        if (!tip) return;
        tip.bookedAt = bookedAt;
        for (const leg of tip.legs) leg.bookedOdd = odds[leg.fixtureId] ?? 0;
      }
    }
  }
}
