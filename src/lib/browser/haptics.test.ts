import { afterEach, describe, expect, it, vi } from 'vitest'
import { vibrate } from './haptics.ts'

const device = vi.fn<(ms: number) => boolean>()

function stubPhone({ isReduced = false, hasBeenActive = true } = {}) {
  vi.stubGlobal('navigator', { vibrate: device, userActivation: { hasBeenActive } })
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }))
}

afterEach(() => {
  vi.unstubAllGlobals()
  device.mockClear()
})

describe('vibrate', () => {
  it('vibrates the phone', () => {
    stubPhone()
    vibrate(15)
    expect(device).toHaveBeenCalledExactlyOnceWith(15)
  })

  it.each([{ isReduced: true }, { hasBeenActive: false }])('does nothing with %j', (phone) => {
    stubPhone(phone)
    vibrate(15)
    expect(device).not.toHaveBeenCalled()
  })
})
