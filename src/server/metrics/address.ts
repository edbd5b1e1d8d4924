/** Host and port of the metrics server. */
export type MetricsAddress = { host: string; port: number };

/** A warning for an address on all networks; undefined for any other. */
export function warningOf({ host }: MetricsAddress): string | undefined {
  // A URL normalizes each address, such as 0x0 to 0.0.0.0.
  const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}`);
  return ['0.0.0.0', '[::]', '[::ffff:0:0]'].includes(url?.hostname ?? '')
    ? 'METRICS_ADDRESS is on every network of this machine, and asks for no password. Let nobody but ' +
        'Prometheus reach its port.'
    : undefined;
}
