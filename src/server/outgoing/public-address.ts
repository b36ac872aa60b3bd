import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'

const blocked = new BlockList()
// Ranges without public hosts. Source: IANA's special-purpose registries (RFC 6890 and successors).
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
// Special ranges within the global range: Teredo and similar, documentation, 6to4.
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
 * Returns whether an IP address is on the public internet. Addresses in the networks of this
 * machine's interfaces are local, even if they look public.
 * @param interfaces of this machine. Only tests set it.
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

/**
 * Minimum length of an interface's prefix. A shorter prefix is a configuration error, so only the
 * interface's own address counts.
 */
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
