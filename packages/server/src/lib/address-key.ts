import { isIPv6 } from 'node:net'

/** Returns the key for rate limits. An IPv6 network of 2^64 addresses counts as one client. */
export function addressKey(ipAddress: string): string {
  const address = withoutPort(ipAddress).replace(/^::ffff:(?=\d+\.)/iu, '')
  return isIPv6(address) ? `${networkOf(address)}::/64` : address
}

/** Some proxies append the port, which differs for each connection. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$/u, '$1').replace(/^([\d.]+):\d+$/u, '$1')

function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const following = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - following.length) }, () => '0')
  return [...groups, ...zeros, ...following]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
