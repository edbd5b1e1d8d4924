import { useRef, type PointerEvent } from 'react';

/** The distance in pixels that counts as a swipe. */
const swipeDistancePx = 80;

/** Props for the head of a sheet that closes when a finger pulls it down. */
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
