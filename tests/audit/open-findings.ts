import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { faintTexts } from './checks/contrast.ts';
import { smallTargets } from './checks/targets.ts';

const output = join(import.meta.dirname, '..', '..', 'test-output');

/** The file of axe's incomplete results in a run, one JSON object per line. */
export const openFile = join(output, 'audit-left-open.txt');

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;
type Node = AxeResults['incomplete'][number]['nodes'][number];

/** How incomplete results of a kind are decided: by another check or for a reason. */
type Decision = { by: string; wrong?: (page: Page, nodes: readonly Node[]) => Promise<string[]> };

/**
 * Decisions by axe rule: text backgrounds, contents behind dialogs, names of initials, and sizes of
 * targets whose letters reach below a bar.
 */
const decisions: Record<string, Decision> = {
  'color-contrast': {
    by: 'measured on the painted page',
    wrong: async (page, nodes) => faintTexts(page, nodes.map(selectorOf)),
  },
  'aria-hidden-focus': {
    by: 'tried: the focus does not leave the dialog',
    wrong: async (page, nodes) => page.evaluate(focusable, nodes.map(selectorOf)),
  },
  'label-content-name-mismatch': {
    by: 'compared: the name holds every letter that is seen',
    wrong: async (page, nodes) => page.evaluate(mislabelled, nodes.map(selectorOf)),
  },
  'target-size': {
    by: 'measured: no target is smaller than 24 px',
    wrong: async (page) => page.evaluate(smallTargets),
  },
};

/** Returns those elements behind an open dialog that can still be focused. */
function focusable(selectors: readonly string[]): string[] {
  return selectors.flatMap((selector) => {
    const element = document.querySelector<HTMLElement>(selector);
    const inside = [element, ...(element?.querySelectorAll<HTMLElement>('*') ?? [])];
    return inside.flatMap((one) => {
      one?.focus({ preventScroll: true });
      const hasFocus = one !== null && document.activeElement === one;
      return hasFocus ? [one.outerHTML.slice(0, 160)] : [];
    });
  });
}

/** Returns elements whose accessible name does not contain their visible text. */
function mislabelled(selectors: readonly string[]): string[] {
  return selectors.flatMap((selector) => {
    const element = document.querySelector<HTMLElement>(selector);
    const name = (element?.getAttribute('aria-label') ?? '').toLowerCase();
    const seen = (element?.textContent ?? '').trim().toLowerCase().split(/\s+/);
    // A dash for a missing price contains no letters; the name describes the missing price.
    const missing = seen.filter((word) => /[\p{L}\p{N}]/u.test(word) && !name.includes(word));
    return missing.length === 0 ? [] : [`"${name}" leaves out "${missing.join(' ')}"`];
  });
}

/** Returns incomplete results that a decision confirms as faults, or that have no decision. */
export async function openOnesThatAreWrong(
  page: Page,
  incomplete: AxeResults['incomplete'],
): Promise<string[]> {
  const lines: string[] = [];
  for (const { id, nodes } of incomplete) {
    const decision = decisions[id];
    const reasons = [...new Set(nodes.map(reasonOf))].join(', ');
    note({ rule: id, reasons, nodes: nodes.length, by: decision?.by ?? 'undecided' });
    if (decision === undefined) {
      lines.push(
        `${id} is left open (${reasons}), ${nodes.length} x ${nodes[0]?.html.slice(0, 200)}`,
      );
    } else {
      const wrong = (await decision.wrong?.(page, nodes)) ?? [];
      lines.push(...wrong.map((one) => `${id}, ${decision.by}: ${one}`));
    }
  }
  return lines;
}

type OpenOne = { rule: string; reasons: string; nodes: number; by: string };

/** Returns the incomplete results of the whole run, grouped by rule and decision. */
export function openOnes(): string[] {
  if (!existsSync(openFile)) return ['nothing'];
  const groups = new Map<string, number>();
  for (const line of readFileSync(openFile, 'utf8').trim().split('\n')) {
    const { rule, reasons, nodes, by }: OpenOne = JSON.parse(line);
    const group = `${rule} (${reasons}): ${by}`;
    groups.set(group, (groups.get(group) ?? 0) + nodes);
  }
  return [...groups].map(([group, count]) => `${count} x ${group}`).toSorted();
}

function note(one: OpenOne): void {
  mkdirSync(output, { recursive: true });
  appendFileSync(openFile, `${JSON.stringify(one)}\n`);
}

function selectorOf({ target }: Node): string {
  return String(target[0]);
}

/** Returns axe's reason for an incomplete result. */
function reasonOf({ any, all, none }: Node): string {
  for (const { id, data } of [...any, ...all, ...none]) {
    if (typeof data === 'object' && data !== null && 'messageKey' in data && data.messageKey)
      return `${id} ${String(data.messageKey)}`;
    return id;
  }
  return '?';
}
