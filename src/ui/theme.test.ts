// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { followTheme, useTheme } from './theme.ts'

let isSystemDark = false
let systemChanged = () => {}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isSystemDark
    },
    addEventListener: (_type: string, listener: () => void) => {
      systemChanged = listener
    },
  }))
  isSystemDark = false
  useTheme.setState({ choice: 'system' })
  followTheme()
})

const shown = () => document.documentElement.dataset['theme']

describe('followTheme', () => {
  it('follows the system until a theme is chosen', () => {
    expect(shown()).toBe('light')
    isSystemDark = true
    systemChanged()
    expect(shown()).toBe('dark')
    useTheme.getState().themePicked('light')
    expect(shown()).toBe('light')
  })

  it('uses the default if the stored value is invalid', async () => {
    localStorage.setItem('bozzetto.theme', '{"state":{"choice":"sepia"},"version":1}')
    await useTheme.persist.rehydrate()
    expect(useTheme.getState().choice).toBe('system')
    localStorage.setItem('bozzetto.theme', '{"state":{"choice":"dark"},"version":1}')
    await useTheme.persist.rehydrate()
    expect(shown()).toBe('dark')
  })
})
