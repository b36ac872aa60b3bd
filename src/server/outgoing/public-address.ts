import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'

const blocked = new BlockList()
// IANA's special-purpose registries (RFC 6890 and its followers): nothing here is a host of the open web.
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  blocked.addSubnet(network, prefix, 'ipv4')
}
// Those of the global range that lead elsewhere: Teredo and its neighbours, documentation, 6to4.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  blocked.addSubnet(network, prefix, 'ipv6')
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address belongs to the open internet: not this machine, not the local network, not a
 * cloud's metadata service. IPv6 forms of IPv4 addresses are never public. Addresses of this machine's
 * interfaces, and of whatever is on the same links, are its network too, however public they look.
 *
 * @param interfaces of this machine; for tests.
 */
export function isPublicAddress(
  address: string,
  interfaces: Interfaces = networkInterfaces(),
): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0 || blocked.check(address, family)) return false
  if (family === 'ipv6' && !globalUnicast.check(address, 'ipv6')) return false
  return !onLink(interfaces).check(address, family)
}

type Interfaces = Record<string, Pick<NetworkInterfaceInfo, 'address' | 'cidr'>[] | undefined>

/** A wider prefix is no link but a mistake in the settings; then the address alone counts. */
const prefixMin = { ipv4: 8, ipv6: 32 }

function onLink(interfaces: Interfaces): BlockList {
  const own = new BlockList()
  for (const { address: withZone, cidr } of Object.values(interfaces).flatMap((all) => all ?? [])) {
    const [address = ''] = withZone.split('%')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) continue
    own.addAddress(address, family)
    const prefix = Number(cidr?.split('/')[1] ?? Number.NaN)
    if (prefix >= prefixMin[family]) own.addSubnet(address, prefix, family)
  }
  return own
}
