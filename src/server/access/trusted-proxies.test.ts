import { describe, expect, it, onTestFinished } from 'vitest'
import { openTrustedProxies } from './trusted-proxies.ts'

async function open(entries: string[], options: Parameters<typeof openTrustedProxies>[1] = {}) {
  const proxies = await openTrustedProxies(entries, options)
  onTestFinished(proxies.close)
  return proxies
}

describe('openTrustedProxies', () => {
  it('trusts addresses and ranges', async () => {
    const { has } = await open(['10.0.0.2', '172.16.0.0/12', 'fd00:1::/32', '::1'])
    const trusted = ['10.0.0.2', '172.16.0.1', '172.31.255.255', 'fd00:1::9', '::1']
    expect(trusted.filter((address) => !has(address))).toEqual([])
    const others = ['10.0.0.3', '172.32.0.1', 'fd00:2::9', '::2', '', 'proxy', '1.2.3']
    expect(others.filter((address) => has(address))).toEqual([])
  })

  it('updates the addresses of a host name when its DNS entry changes', async () => {
    let addresses = ['10.0.0.5']
    const { has, resolveAgain } = await open(['proxy.internal'], {
      resolve: () => Promise.resolve(addresses),
    })
    expect(has('10.0.0.5')).toBe(true)
    addresses = ['10.0.0.6', '10.0.0.7']
    await resolveAgain()
    expect([has('10.0.0.5'), has('10.0.0.6'), has('10.0.0.7')]).toEqual([false, true, true])
  })

  it('keeps the addresses of a host name for five minutes while DNS fails', async () => {
    let [now, isDown] = [0, false]
    const { has, resolveAgain } = await open(['proxy.internal'], {
      clock: () => now,
      resolve: () =>
        isDown ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(['10.0.0.5']),
    })
    isDown = true
    now = 4 * 60_000
    await resolveAgain()
    expect(has('10.0.0.5')).toBe(true)
    now = 6 * 60_000
    await resolveAgain()
    expect(has('10.0.0.5')).toBe(false)
  })

  it('uses at most 64 addresses of one host name', async () => {
    const { has } = await open(['proxy.internal'], {
      resolve: () => Promise.resolve(Array.from({ length: 200 }, (_, k) => `10.0.0.${k}`)),
    })
    expect([has('10.0.0.63'), has('10.0.0.64')]).toEqual([true, false])
  })
})
