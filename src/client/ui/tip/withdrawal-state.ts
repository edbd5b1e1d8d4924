/** An unconfirmed withdrawal: until it is acknowledged, the tip is public, unless it is a copy. */
export type Withdrawal = {
  /** `late`: the time ended before it was sent. `unanswered`: it was sent and may have arrived. */
  state: 'waiting' | 'unanswered' | 'late' | 'refused';
  /** The remaining milliseconds; undefined if the server's receipt time is unknown. */
  remainingMs: number | undefined;
  /** Whether a kick-off ends the time, and not the two minutes. */
  untilKickOff: boolean;
  /** Only its owner sees a copy in lists. */
  isCopy: boolean;
};
