import ipaddr from 'ipaddr.js';

/**
 * Returns the part of an IP address by which requests are counted. A client can use any address of
 * its IPv6 network, so only the first 64 bits count.
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
