import * as z from 'zod/mini';
import { isPrice } from '#domain/price.ts';

/** Odds as people type them, with a point or a comma; undefined when they are none. */
export function typedPrice(text: string): number | undefined {
  const decimal = text.trim().replace(',', '.');
  if (!/^\d{1,4}(\.\d*)?$/.test(decimal)) return undefined;
  const price = Number(decimal);
  return isPrice(price) ? price : undefined;
}

const required = { params: { code: 'required' }, abort: true };

/** The form of one game's odds. A reason is asked for once the game has started. */
export function oddsForm(started: boolean) {
  return z.object({
    odd: z.string().check(
      z.refine((text) => text.trim() !== '', required),
      z.refine((text) => typedPrice(text) !== undefined, { params: { code: 'invalid' } }),
    ),
    reason: z.string().check(
      z.refine((text) => !started || text.trim() !== '', required),
      z.maxLength(500),
    ),
  });
}
