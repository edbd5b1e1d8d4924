import * as z from 'zod/mini';

import { type ReplayedTip, replayPost, replayTipEvent } from '#contract/proof/tip-replay.ts';

import { parseBooking, parseOwnContent, replayBooking } from './booking-replay.ts';
import type { ChainedEvent } from './chained-events.ts';

const Role = z.object({ role: z.string() });
const Follow = z.object({ following: z.boolean(), tipsterIds: z.array(z.string()) });

/** A member with their posted tips, replayed from the events of their chain. */
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
  get isBare(): boolean {
    return this.tips.size === 0 && this.follows.size === 0 && this.role === 'member';
  }

  /** Applies an event; returns a sentence if the event itself is invalid. */
  add(event: ChainedEvent): string | undefined {
    const [kind, id = ''] = event.subject.split(':');
    if (kind !== 'tip') {
      this.#addOwn(event);
      return undefined;
    }
    const tip = this.tips.get(id);
    if (event.action === 'tip.post') {
      this.tips.set(id, replayPost(event, parseOwnContent(event)));
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
        const booking = parseBooking(event);
        const tip = this.tips.get(booking.tipId);
        if (tip) replayBooking(tip, booking);
      }
    }
  }
}
