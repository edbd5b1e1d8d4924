import type { Shape } from '../../../testing/server/served-routes.ts';
import type { Chance } from '../../world/chance.ts';
import { hostileText, hostileValue } from './hostile.ts';

/** Plausible values by field name, such as existing ids; other fields get random values. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

export type Making = {
  chance: Chance;
  known: Known;
  /** The probability of an invalid value. */
  wrong: number;
  /** The probability that an optional field is present. */
  optional: number;
};

/** Creates a value of this schema, or an invalid value at a random depth. */
export function valueFrom(shape: Shape, making: Making, name = ''): unknown {
  const { chance, known, wrong } = making;
  if (chance.happens(wrong)) return hostileValue(chance);
  const usual = known[name];
  if (usual && chance.happens(typeof usual[0] === 'object' ? 0.4 : 0.9)) return chance.pick(usual);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return chance.pick(shape.enum);
  if (shape.anyOf) return valueFrom(shapeIn(chance.pick(shape.anyOf)), making, name);
  if (shape.type === 'object') return objectFrom(shape, making);
  if (shape.type === 'array') return listFrom(shape, making, name);
  if (shape.type === 'string') return textFrom(shape, chance);
  if (shape.type === 'boolean') return chance.happens(0.5);
  if (shape.type === 'integer' || shape.type === 'number') return numberFrom(shape, chance);
  return hostileValue(chance);
}

function objectFrom(shape: Shape, making: Making): Record<string, unknown> {
  const { chance, wrong, optional } = making;
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    const isThere = shape.required?.includes(name)
      ? !chance.happens(wrong)
      : chance.happens(optional);
    if (isThere) fields.push([name, valueFrom(shapeIn(field), making, name)]);
  }
  if (chance.happens(wrong / 2)) fields.push([hostileText(chance), hostileValue(chance)]);
  if (chance.happens(wrong / 2)) fields.push(['role', 'administrator']);
  return Object.fromEntries(fields);
}

function listFrom(shape: Shape, making: Making, name: string): unknown[] {
  const { chance, wrong } = making;
  const min = shape.minItems ?? 0;
  const max = Math.min(shape.maxItems ?? 60, chance.happens(0.05) ? 60 : min + 3);
  const length = chance.happens(wrong / 2) ? 200 : chance.between(min, max);
  const items = shapeIn(Array.isArray(shape.items) ? shape.items[0] : shape.items);
  return Array.from({ length }, () => valueFrom(items, making, name));
}

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz ABC 0123456789 -_äéñÅøЖшαあ한漢⚽');

function textFrom({ format, minLength = 0, maxLength = 40 }: Shape, chance: Chance): string {
  if (format === 'uuid') return randomIdFrom(chance);
  if (format === 'email') return `a${chance.below(1e9)}@example.org`;
  if (format === 'date-time') return new Date(chance.below(4e12)).toISOString();
  if (format === 'date') return new Date(chance.below(4e12)).toISOString().slice(0, 10);
  const edge = chance.weigh({ inside: 8, shortest: 1, longest: 1 });
  const length =
    edge === 'inside'
      ? chance.between(minLength, Math.min(maxLength, minLength + 20))
      : { shortest: minLength, longest: Math.min(maxLength, 2_000) }[edge];
  return Array.from({ length }, () => chance.pick(alphabet)).join('');
}

function numberFrom(shape: Shape, chance: Chance): number {
  const min = Math.max(shape.minimum ?? -1000, -1e9);
  const max = Math.min(shape.maximum ?? 1000, 1e9);
  const value = chance.pick([min, max, min + chance.next() * (max - min)]);
  return shape.type === 'integer' ? Math.trunc(value) : value;
}

/** A valid id that no row has. */
export function randomIdFrom(chance: Chance): string {
  const digit = () => chance.below(16).toString(16);
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', digit);
}

function shapeIn(shape: unknown): Shape {
  return typeof shape === 'object' && shape !== null ? { ...shape } : {};
}
