import './without-eval.ts';
import { type BackgroundParts, drainInBackground, pullInBackground } from '#sync/background.ts';
import { outboxTag, pullTag } from '#sync/background-tags.ts';
import { badgeOf, type BadgeHolder, showBadge } from '#sync/badge.ts';
import { type Notifier, tellNews } from './notifications.ts';

/** What the browser says with an event it wakes the worker for. */
type WakeUp = { tag: string; lastChance: boolean };

/** What answering one needs. */
type WakeUpParts = {
  background: BackgroundParts;
  badge: BadgeHolder;
  notifier: Notifier;
};

/** The tag of a `sync` or `periodicsync` event; no library of types knows them yet. */
export function readWakeUp(event: Event): WakeUp | undefined {
  if (!('tag' in event) || typeof event.tag !== 'string') return undefined;
  return { tag: event.tag, lastChance: 'lastChance' in event && event.lastChance === true };
}

/**
 * Sends what is owed. Fails when something is left, so that the browser comes back by itself. At
 * its last chance it would not: then the icon tells the person that something waits for the app.
 */
export async function answerSync(
  { tag, lastChance }: WakeUp,
  { background, badge, notifier }: WakeUpParts,
): Promise<void> {
  if (tag !== outboxTag) return;
  // The page in front sends by itself, and says what came of it. Should it be put away with
  // something unsent, it asks for this again.
  if (!lastChance && (await notifier.isWatched())) throw new Error('A page in front is sending.');
  const since = background.clock.now();
  const outcome = await drainInBackground({
    ...background,
    async onOwed(operations) {
      const needing = badgeOf(operations);
      const waiting = operations.filter(({ state }) => state !== 'acked').length;
      await showBadge(badge, lastChance ? waiting : needing);
      await tellNews(operations, since, background, notifier);
    },
  });
  if (outcome === 'left' && !lastChance) throw new Error('Not everything could be sent yet.');
}

/** Sends what may still be owed, and brings the rows up to date. */
export async function answerPeriodicSync(
  { tag }: WakeUp,
  { background, badge, notifier }: WakeUpParts,
): Promise<void> {
  if (tag !== pullTag) return;
  const since = background.clock.now();
  const onOwed: BackgroundParts['onOwed'] & {} = async (operations) => {
    await showBadge(badge, badgeOf(operations));
    await tellNews(operations, since, background, notifier);
  };
  await drainInBackground({ ...background, onOwed });
  await pullInBackground(background);
}
