import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'lets %s pass',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine, another form', '127.255.255.254'],
    ['no address', '0.0.0.0'],
    ['a home network', '192.168.1.1'],
    ['an office network', '10.1.2.3'],
    ['a container network', '172.17.0.1'],
    ['the last of that range', '172.31.255.255'],
    ['a carrier network', '100.64.0.1'],
    ['link-local', '169.254.0.1'],
    ['a metadata service', '169.254.169.254'],
    ['another metadata service', '192.0.0.192'],
    ['documentation', '203.0.113.5'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '::1'],
    ['IPv6 nothing', '::'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped public IPv4', '::ffff:8.8.8.8'],
    ['compatible IPv4', '::127.0.0.1'],
    ['unique local', 'fd00::1'],
    ['metadata over IPv6', 'fd00:ec2::254'],
    ['IPv6 link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['NAT64 of a private address', '64:ff9b::a00:1'],
    ['6to4 of a private address', '2002:7f00:1::'],
    ['Teredo', '2001:0:53aa:64c::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['no address at all', 'localhost'],
  ])('stops %s: %s', (_case, address) => expect(isPublicAddress(address)).toBe(false))
})
