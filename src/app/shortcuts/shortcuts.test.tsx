// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PlaceName } from '../navigation/routes.ts'
import { useAppShortcuts } from './shortcuts.ts'

afterEach(cleanup)

function Page({ onGo, onHelp }: { onGo: (place: PlaceName) => void; onHelp: () => void }) {
  useAppShortcuts({ onGo, onHelp })
  return <textarea aria-label="Message" />
}

function open() {
  const onGo = vi.fn<(place: PlaceName) => void>()
  const onHelp = vi.fn<() => void>()
  render(<Page onGo={onGo} onHelp={onHelp} />)
  return { onGo, onHelp, user: userEvent.setup() }
}

describe('useAppShortcuts', () => {
  it('opens a page with g and its letter', async () => {
    const { onGo, user } = open()
    await user.keyboard('gcgsglg,')
    expect(onGo.mock.calls).toEqual([['chat'], ['studio'], ['library'], ['settings']])
  })

  it('ignores a letter that does not directly follow g', async () => {
    const { onGo, user } = open()
    await user.keyboard('gxc')
    expect(onGo).not.toHaveBeenCalled()
  })

  it('ignores letters while the user types', async () => {
    const { onGo, onHelp, user } = open()
    await user.type(screen.getByRole('textbox'), 'gc?')
    expect(onGo).not.toHaveBeenCalled()
    expect(onHelp).not.toHaveBeenCalled()
  })

  it('opens a page with Alt and its digit, even while the user types', async () => {
    const { onGo, user } = open()
    await user.type(screen.getByRole('textbox'), '{Alt>}[Digit3]{/Alt}')
    expect(onGo.mock.calls).toEqual([['library']])
  })

  it('shows the shortcuts with a question mark', async () => {
    const { onHelp, user } = open()
    await user.keyboard('?')
    expect(onHelp).toHaveBeenCalledOnce()
  })
})
