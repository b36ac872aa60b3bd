// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Composer } from './composer.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function setUp(props: Partial<Parameters<typeof Composer>[0]> = {}) {
  const onSend = vi.fn<(text: string) => void>()
  const onStop = vi.fn<() => void>()
  const all = {
    conversationId: undefined,
    isRunning: false,
    cannotSend: undefined,
    picker: null,
    onSend,
    onStop,
    ...props,
  }
  const { rerender } = render(<Composer {...all} />)
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  return {
    onSend,
    onStop,
    box,
    show: (more: typeof props) => rerender(<Composer {...all} {...more} />),
  }
}

/** The Enter that ends a composition, as two browsers report it. */
function pressEnter(box: HTMLElement, of: { isComposing: boolean; keyCode: number }) {
  const event = createEvent.keyDown(box, { key: 'Enter', keyCode: of.keyCode })
  Object.defineProperty(event, 'isComposing', { value: of.isComposing })
  fireEvent(box, event)
  return event
}

describe('Composer', () => {
  it('sends with Enter and is empty then', async () => {
    const { onSend, box } = setUp()
    await userEvent.type(box, 'Hello{Shift>}{Enter}{/Shift}you{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Hello\nyou')
    expect(box.value).toBe('')
  })

  it.each([
    ['Chrome', { isComposing: true, keyCode: 229 }],
    ['Safari, which has ended the composition already', { isComposing: false, keyCode: 229 }],
    ['old browsers', { isComposing: true, keyCode: 13 }],
  ])('leaves the Enter of an input method alone: %s', async (_browser, key) => {
    const { onSend, box } = setUp()
    await userEvent.type(box, 'にほ')
    const event = pressEnter(box, key)
    expect(onSend).not.toHaveBeenCalled()
    expect(event.defaultPrevented).toBe(false)
    pressEnter(box, { isComposing: false, keyCode: 13 })
    expect(onSend).toHaveBeenCalledOnce()
  })

  it('sends nothing that is only space', async () => {
    const { onSend, box } = setUp()
    await userEvent.type(box, '  {Enter}')
    expect(onSend).not.toHaveBeenCalled()
  })

  it('stops with Escape while an answer is written, and says why it cannot send', async () => {
    const { onSend, onStop, box } = setUp({ isRunning: true })
    await userEvent.type(box, 'Next{Enter}')
    expect(onSend).not.toHaveBeenCalled()
    expect(screen.getByText(/Wait for the answer/)).toBeTruthy()
    await userEvent.type(box, '{Escape}')
    expect(onStop).toHaveBeenCalledOnce()
    expect(box.value).toBe('Next')
  })

  it('refuses more than 1 MB, counted in bytes', () => {
    const { onSend, box } = setUp()
    fireEvent.change(box, { target: { value: 'ö'.repeat(600_000) } })
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
    expect(onSend).not.toHaveBeenCalled()
    expect(screen.getByText(/1 MB/)).toBeTruthy()
  })

  it('keeps a draft for each conversation', async () => {
    const { box, show } = setUp({ conversationId: 'one' })
    await userEvent.type(box, 'for one')
    show({ conversationId: 'two' })
    expect(box.value).toBe('')
    await userEvent.type(box, 'for two')
    show({ conversationId: 'one' })
    expect(box.value).toBe('for one')
    cleanup()
    expect(setUp({ conversationId: 'two' }).box.value).toBe('for two')
  })
})
