import type { Chance } from '../../world/chance.ts';
import type { StorageFault } from '../../world/disk.ts';
import { type NetworkFault, networkFaultKinds } from '../../world/network-faults.ts';

const second = 1000;

const retryAfters = ['1', '7', '40', '120', '1000000000', '-5', 'soon', '', 'date+45', 'date-30'];

/** A random fault of a request or its response. */
export function networkFaultOf(by: Chance): NetworkFault {
  const kind = by.happens(0.2) ? by.pick(['refusal', 'answer-lost']) : by.pick(networkFaultKinds);
  const fault: NetworkFault = { kind, on: by.pick(['change', 'change', 'change', 'any', 'read']) };
  switch (kind) {
    case 'request-late':
      return { ...fault, held: by.between(2, 120) * second };
    case 'answer-slow':
      return { ...fault, held: by.between(2, 20) * second };
    case 'sent-twice':
      return { ...fault, held: by.pick([0, 300, 5 * second, 60 * second]) };
    case 'sent-twice-at-once':
      return { ...fault, statement: by.between(2, 9) };
    case 'server-dies':
    case 'database-away':
      return { ...fault, statement: by.between(1, by.pick([12, 12, 40])) };
    case 'gateway-502':
    case 'wrong-shape':
      return { ...fault, arrives: by.happens(0.5) };
    case 'refusal':
      return problemOf(by, fault);
    default:
      return fault;
  }
}

function problemOf(by: Chance, fault: NetworkFault): NetworkFault {
  const status = by.pick([408, 409, 425, 429, 429, 500, 503, 503, 503]);
  const problem = { ...fault, status, arrives: by.happens(0.3) };
  return by.happens(0.75) ? { ...problem, retryAfter: by.pick(retryAfters) } : problem;
}

/** A random fault of a phone's storage. */
export function storageFaultOf(by: Chance): StorageFault {
  return {
    kind: by.pick(['full', 'full-at-commit', 'lost', 'refused']),
    after: by.below(6),
    times: by.pick([1, 1, 2, 5]),
  };
}
