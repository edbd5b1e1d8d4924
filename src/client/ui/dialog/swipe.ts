import { useRef, type PointerEvent } from 'react';

/** So far down, and it was meant. */
const far = 80;

/** What the head of a sheet needs so that a finger that pulls it down closes it. */
export function useSwipeDown(onSwiped: () => void) {
  const from = useRef<number>(undefined);
  return {
    onPointerDown({ pointerType, clientY }: PointerEvent) {
      from.current = pointerType === 'mouse' ? undefined : clientY;
    },
    onPointerUp({ clientY }: PointerEvent) {
      if (from.current !== undefined && clientY - from.current > far) onSwiped();
      from.current = undefined;
    },
    onPointerCancel() {
      from.current = undefined;
    },
  };
}
