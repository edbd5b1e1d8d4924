import { AsyncLocalStorage } from 'node:async_hooks';

const arrival = new AsyncLocalStorage<Date>();

/** Does what came together with more, as of the moment when all of it came. */
export function asOf<Result>(arrivedAt: Date, work: () => Promise<Result>): Promise<Result> {
  return arrival.run(arrivedAt, work);
}

/** When what is being done came, if it is not just now. */
export function arrivedAt(): Date | undefined {
  return arrival.getStore();
}
