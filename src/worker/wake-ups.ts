import './zod-jitless.ts';
import { type BackgroundParts, drainInBackground, pullInBackground } from '#sync/background.ts';
import { outboxTag, pullTag } from '#sync/background-tags.ts';
import { badgeOf, type BadgeHolder, showBadge } from '#sync/badge.ts';
import { type Notifier, notifyOutcomes } from './notifications.ts';

type WakeUp = { tag: string; lastChance: boolean };

type WakeUpParts = {
  background: BackgroundParts;
  badge: BadgeHolder;
  notifier: Notifier;
};

/** Parses a `sync` or `periodicsync` event, which TypeScript's types lack. */
export function readWakeUp(event: Event): WakeUp | undefined {
  if (!('tag' in event) || typeof event.tag !== 'string') return undefined;
  return { tag: event.tag, lastChance: 'lastChance' in event && event.lastChance === true };
}

/**
 * Sends pending operations. Throws if some remain, so that the browser retries; at the last chance
 * the icon shows their number instead.
 */
export async function answerSync(
  { tag, lastChance }: WakeUp,
  { background, badge, notifier }: WakeUpParts,
): Promise<void> {
  if (tag !== outboxTag) return;
  // A visible page sends by itself, and requests this event again when it is hidden.
  if (!lastChance && (await notifier.isWatched())) throw new Error('A page in front is sending.');
  const since = background.clock.now();
  const outcome = await drainInBackground({
    ...background,
    async onDrained(operations) {
      const needingMember = badgeOf(operations);
      const waiting = operations.filter(({ state }) => state !== 'acked').length;
      await showBadge(badge, lastChance ? waiting : needingMember);
      await notifyOutcomes(operations, since, background, notifier);
    },
  });
  if (outcome === 'incomplete' && !lastChance) throw new Error('Not everything could be sent yet.');
}

/** Sends pending operations and refreshes rows. */
export async function answerPeriodicSync(
  { tag }: WakeUp,
  { background, badge, notifier }: WakeUpParts,
): Promise<void> {
  if (tag !== pullTag) return;
  const since = background.clock.now();
  const onDrained: BackgroundParts['onDrained'] & {} = async (operations) => {
    await showBadge(badge, badgeOf(operations));
    await notifyOutcomes(operations, since, background, notifier);
  };
  await drainInBackground({ ...background, onDrained });
  await pullInBackground(background);
}
