// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { createElement, useEffect, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'

/** Renders a text after a moment, and then listens to the page. */
function Late({ onPress }: { onPress: () => void }) {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true))
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isReady) return undefined
    document.addEventListener('keydown', onPress)
    return () => document.removeEventListener('keydown', onPress)
  }, [isReady, onPress])
  return isReady && createElement('p', null, 'Ready')
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it.each([
  ['findBy', () => screen.findByText('Ready')],
  ['vi.waitFor', () => vi.waitFor(() => screen.getByText('Ready'), { interval: 1 })],
])('%s also waits for the effects of what it found, on a busy machine', async (_, find) => {
  // React pauses after each task, because the clock always shows that the task took long.
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10))
  const onPress = vi.fn<() => void>()
  render(createElement(Late, { onPress }))
  await find()
  document.dispatchEvent(new Event('keydown'))
  expect(onPress).toHaveBeenCalledOnce()
})
