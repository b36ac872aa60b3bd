// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useChatKeys } from './use-chat-keys.ts'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const none = () => {}

function Keys({ onStop }: { onStop: () => boolean }) {
  useChatKeys({ onStop, onFind: () => false, onWrite: none, onNew: none, onOther: none })
  return <div role="log" aria-label="Messages" />
}

it.each([
  ['nothing is open', '', 1],
  ['a dialog is open', '<div role="dialog" data-open></div>', 0],
  ['a dialog is still fading away', '<div role="dialog" data-closed data-ending-style></div>', 1],
])('useChatKeys handles Escape only if no dialog or menu is open: %s', (_, markup, times) => {
  const onStop = vi.fn<() => boolean>(() => true)
  const { getByRole } = render(<Keys onStop={onStop} />)
  document.body.insertAdjacentHTML('beforeend', markup)
  fireEvent.keyDown(getByRole('log', { hidden: true }), { key: 'Escape' })
  expect(onStop).toHaveBeenCalledTimes(times)
})
