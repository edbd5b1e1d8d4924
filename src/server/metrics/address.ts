/** The host or address, and the port, that Prometheus reads. */
export type MetricsAddress = { host: string; port: number };

/** Warns of an address that stands for every network; undefined for any other. */
export function warningOf({ host }: MetricsAddress): string | undefined {
  // A URL has one spelling for each address, such as 0.0.0.0 for 0 and 0x0.
  const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}`);
  return ['0.0.0.0', '[::]', '[::ffff:0:0]'].includes(url?.hostname ?? '')
    ? 'METRICS_ADDRESS is on every network of this machine, and asks for no password. Let nobody but ' +
        'Prometheus reach its port.'
    : undefined;
}
