import { useRef, type PointerEvent } from 'react';

/** How far a finger must move for a swipe, in pixels. */
const swipeDistancePx = 80;

/** Props for the top of a sheet: pulling it down closes the sheet. */
export function useSwipeDown(onSwiped: () => void) {
  const from = useRef<number>(undefined);
  return {
    onPointerDown({ pointerType, clientY }: PointerEvent) {
      from.current = pointerType === 'mouse' ? undefined : clientY;
    },
    onPointerUp({ clientY }: PointerEvent) {
      if (from.current !== undefined && clientY - from.current > swipeDistancePx) onSwiped();
      from.current = undefined;
    },
    onPointerCancel() {
      from.current = undefined;
    },
  };
}
