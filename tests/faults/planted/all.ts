import { any2xxIsSuccess } from './any-2xx-is-success.ts';
import { confirmUnseen } from './confirm-unseen.ts';
import { dequeueBeforeSend } from './dequeue-before-send.ts';
import { deviceClockDecides } from './device-clock-decides.ts';
import { keyOfEverybody } from './key-of-everybody.ts';
import { keyOutsideTransaction } from './key-outside-transaction.ts';
import { newKeyPerRetry } from './new-key-per-retry.ts';
import { noKeyOnRetry } from './no-key-on-retry.ts';
import { noLockAndNoMark } from './no-lock-and-no-mark.ts';
import { oneOutboxForAll } from './one-outbox-for-all.ts';
import { orderLostAfterFailure } from './order-lost-after-failure.ts';
import { refusedIsShown } from './refused-is-shown.ts';
import { problemTakenForDone } from './problem-taken-for-done.ts';
import { retryAfterIgnored } from './retry-after-ignored.ts';
import { unauthorisedRefuses } from './unauthorised-refuses.ts';
import type { PlantedBug } from './planted-bug.ts';

/** Fifteen mistakes that offline queues are known for: each must be caught. */
export const plantedBugs: readonly PlantedBug[] = [
  dequeueBeforeSend,
  noKeyOnRetry,
  newKeyPerRetry,
  keyOutsideTransaction,
  keyOfEverybody,
  any2xxIsSuccess,
  unauthorisedRefuses,
  noLockAndNoMark,
  orderLostAfterFailure,
  deviceClockDecides,
  problemTakenForDone,
  oneOutboxForAll,
  refusedIsShown,
  confirmUnseen,
  retryAfterIgnored,
];
