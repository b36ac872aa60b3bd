import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'accepts the public address %s',
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
  ])('rejects %s, an address that is not public: %s', (_case, address) =>
    expect(isPublicAddress(address)).toBe(false),
  )
})

describe('addresses in this machine’s network', () => {
  const interfaces = {
    eth0: [
      { address: '93.184.216.34', cidr: '93.184.216.34/28' },
      { address: '2a01:4f8:1:2::1', cidr: '2a01:4f8:1:2::1/64' },
      { address: 'fe80::1%eth0', cidr: 'fe80::1/64' },
    ],
    tun0: [{ address: '45.83.1.7', cidr: '45.83.1.7/0' }],
    odd0: [{ address: '2a02::7', cidr: null }],
  }

  it.each([
    ['its own IPv4 address', '93.184.216.34'],
    ['a neighbour', '93.184.216.40'],
    ['its own IPv6 address', '2a01:4f8:1:2::1'],
    ['the same in full', '2a01:04f8:0001:0002:0000:0000:0000:0001'],
    ['a neighbour on the link', '2a01:4f8:1:2:dead:beef::1'],
    ['an address with a senseless prefix', '45.83.1.7'],
    ['an address without a prefix', '2a02::7'],
  ])('include %s', (_case, address) => {
    expect(isPublicAddress(address, interfaces)).toBe(false)
    expect(isPublicAddress(address, {})).toBe(true)
  })

  it.each(['93.184.216.50', '2a01:4f8:1:3::1', '45.83.1.8', '2a02::8'])(
    'do not include %s',
    (address) => expect(isPublicAddress(address, interfaces)).toBe(true),
  )

  it('are read from the operating system', () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    expect(own.length).toBeGreaterThan(0)
    for (const { address } of own) expect(isPublicAddress(address)).toBe(false)
  })
})
