import type { ReactNode } from 'react';
import type { Leg } from '#contract/tips.ts';
import { LegIcon } from '#client/ui/tip/leg.tsx';
import { oddNameWords } from '#client/ui/tip/option-words.ts';

type GameButtonProps = { leg: Leg; aside: ReactNode; disabled: boolean; onOpen: () => void };

/** A game of a tip that opens when it is tapped. */
export function GameButton({ leg, aside, disabled, onOpen }: GameButtonProps) {
  return (
    <li className="border-b-[1.5px] border-line">
      <button
        type="button"
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={onOpen}
        className="flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-start enabled:hover:bg-sunk"
      >
        <LegIcon result={leg.result} />
        <span className="min-w-0 flex-1 basis-32">
          <span className="block font-narrow font-bold">
            <bdi>{leg.game}</bdi>
          </span>
          <span className="block text-sm text-dim">
            <bdi>{oddNameWords(leg.oddName)}</bdi>
          </span>
        </span>
        {aside}
      </button>
    </li>
  );
}
