import { findMetricsAddressWarning } from '../metrics/metrics-server.ts';
import type { Settings } from '../platform/settings.ts';
import { type CheckResult, createResultFactories } from './check-result.ts';

const { ok, warn } = createResultFactories('settings');

/** Warns of combinations of settings that are valid but probably unintended. */
export function checkSettings(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
): CheckResult[] {
  const { environment, publicOrigin, trustProxy, metricsAddress, vapid } = settings;
  const isProduction = environment === 'production';
  const isSecure = publicOrigin.startsWith('https:');
  const results: CheckResult[] = [];
  const warnIf = (isSo: boolean, message: string) => {
    if (isSo) results.push(warn(message));
  };
  warnIf(
    !isProduction && isSecure,
    `NODE_ENV is ${environment} though PUBLIC_ORIGIN is a public address: an empty database gets accounts ` +
      `whose password everybody knows. Set NODE_ENV=production.`,
  );
  warnIf(
    isSecure && trustProxy === false,
    'TRUST_PROXY is off, though something in front ends TLS: all members count as one address, and many ' +
      'are refused. Set it to the number of proxies in front, usually 1.',
  );
  warnIf(
    isProduction && !env['PROOF_KEY'],
    'PROOF_KEY is not set: each DATA_DIR makes a key of its own, and two servers would sign with two. ' +
      'Set one for all (openssl rand -base64 48), and store a copy apart from the backups.',
  );
  warnIf(
    env['PROOF_KEY'] !== undefined && env['PROOF_KEY'] === env['JWT_SECRET'],
    'PROOF_KEY is the JWT_SECRET: whoever has one has both, and the first can never be exchanged. Give ' +
      'each its own (openssl rand -base64 48).',
  );
  const ofMetrics = metricsAddress && findMetricsAddressWarning(metricsAddress);
  if (ofMetrics) results.push(warn(ofMetrics));
  results.push(
    ok(vapid ? 'News is pushed to browsers.' : 'VAPID_PRIVATE_KEY is not set: nothing is pushed.'),
  );
  return results;
}
