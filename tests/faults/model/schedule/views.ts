import type { Tip } from '#contract/tips.ts';
import {
  toOptimisticAdminTips,
  toOptimisticTips,
  type OptimisticTip,
} from '#sync/optimistic-rows.ts';
import { parseOperationRows } from '#sync/outbox/operation-parsing.ts';

import { readBase } from '../checks/view.ts';
import type { Device } from '../../world/device.ts';

/** The tips on a device's screen: the member's own, or all that an administrator sees. */
export function tipsShown(device: Device, owner: 'own' | 'everybody'): OptimisticTip[] {
  const memberId = device.login?.person.id;
  if (memberId === undefined) return [];
  const stored = device.disk.rows(`touchline-member-${memberId}`, 'operations');
  const operations = parseOperationRows(stored);
  if (owner === 'own') return toOptimisticTips(readBase(device, memberId).tips, operations);
  const rows = device.disk.rows(`touchline-member-${memberId}`, 'adminTips');
  return toOptimisticAdminTips(rows.filter(isTip), operations);
}

/** Tips of other members in the feed of a phone. */
export function tipsOfOthers(device: Device): Tip[] {
  const rows = device.disk.rows('touchline', 'tips').filter(isTip);
  return rows.filter(({ tipsterId }) => tipsterId !== device.login?.person.id);
}

function isTip(row: Record<string, unknown>): row is Tip & Record<string, unknown> {
  return 'options' in row;
}

/** The nth value; the index starts again after the last one. */
export function nth<Value>(values: readonly Value[], which: number): Value | undefined {
  return values[which % Math.max(values.length, 1)];
}

/** The ids of the games on tickets. */
export function fixturesOf(tickets: readonly Pick<OptimisticTip, 'options'>[]): string[] {
  const legs = tickets.flatMap(({ options }) => options);
  return [...new Set(legs.map(({ fixtureId }) => fixtureId))];
}
