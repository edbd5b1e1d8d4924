import './zod-jitless.ts';
import {
  type BackgroundRunDependencies,
  drainInBackground,
  pullInBackground,
} from '#sync/background.ts';
import { outboxTag, pullTag } from '#sync/background-tags.ts';
import { appBadgeCount, type AppBadgeApi, showAppBadge } from '#sync/app-badge.ts';
import { type Notifier, showOutcomeNotification } from './notifications.ts';

type WakeUp = { tag: string; lastChance: boolean };

type WakeUpDependencies = {
  background: BackgroundRunDependencies;
  badge: AppBadgeApi;
  notifier: Notifier;
};

/** Parses a `sync` or `periodicsync` event, which TypeScript's types do not contain. */
export function parseWakeUp(event: Event): WakeUp | undefined {
  if (!('tag' in event) || typeof event.tag !== 'string') return undefined;
  return { tag: event.tag, lastChance: 'lastChance' in event && event.lastChance === true };
}

/**
 * Sends pending operations. Throws if some remain, so that the browser retries; at the last attempt
 * the app's icon shows their number instead.
 */
export async function handleSync(
  { tag, lastChance }: WakeUp,
  { background, badge, notifier }: WakeUpDependencies,
): Promise<void> {
  if (tag !== outboxTag) return;
  // A visible page sends operations itself, and requests this event again when it is hidden.
  if (!lastChance && (await notifier.isPageVisible()))
    throw new Error('A page in front is sending.');
  const since = background.clock.now();
  const outcome = await drainInBackground({
    ...background,
    async onDrained(operations) {
      const needingMember = appBadgeCount(operations);
      const waiting = operations.filter(({ state }) => state !== 'acked').length;
      await showAppBadge(badge, lastChance ? waiting : needingMember);
      await showOutcomeNotification(operations, since, background, notifier);
    },
  });
  if (outcome === 'incomplete' && !lastChance) throw new Error('Not everything could be sent yet.');
}

/** Sends pending operations and refreshes rows. */
export async function handlePeriodicSync(
  { tag }: WakeUp,
  { background, badge, notifier }: WakeUpDependencies,
): Promise<void> {
  if (tag !== pullTag) return;
  const since = background.clock.now();
  const onDrained: BackgroundRunDependencies['onDrained'] & {} = async (operations) => {
    await showAppBadge(badge, appBadgeCount(operations));
    await showOutcomeNotification(operations, since, background, notifier);
  };
  await drainInBackground({ ...background, onDrained });
  await pullInBackground(background);
}
