const address = '/sw.js';
let known: string | TrustedScriptURL | undefined;

/**
 * The service worker's address as the security policy wants it: only the policy `sw`, of which a
 * page may make one, says which script runs as a worker.
 */
export function workerAddress(): string | TrustedScriptURL {
  known ??= trusted();
  return known;
}

function trusted(): string | TrustedScriptURL {
  const policies = window.trustedTypes;
  if (policies === undefined) return address;
  const policy = policies.createPolicy('sw', {
    createScriptURL(asked) {
      if (asked !== address) throw new TypeError('Only the service worker may be loaded.');
      return asked;
    },
  });
  return policy.createScriptURL(address);
}
