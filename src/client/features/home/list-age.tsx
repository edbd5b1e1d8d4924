import type { Refresh } from '#client/data/device/refresh.ts';
import { asOfText } from '#client/ui/formats.ts';

type ListAgeProps = { refresh: Refresh; list: { fetchedAt: number } | null | undefined };

/** How old what is shown is, where it could not be brought up to date. */
export function ListAge({ refresh, list }: ListAgeProps) {
  if (refresh.state !== 'failed' || !list) return undefined;
  return <p className="mt-1.5 text-xs text-dim">{asOfText(list.fetchedAt)}</p>;
}
