import ipaddr from 'ipaddr.js';

/**
 * Returns the address that rate limits count: of IPv6 only the first 64 bits, a client's network.
 */
export function toRateLimitKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip.toLowerCase();
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString();
}

/** Reduces an IP address to its network, which does not identify a person. */
export function anonymizeIp(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  const [network, bits] =
    address.kind() === 'ipv4'
      ? [ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/24`), 24]
      : [ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/48`), 48];
  return `${network.toString()}/${bits}`;
}
