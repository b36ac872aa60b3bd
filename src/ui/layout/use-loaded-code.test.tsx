// @vitest-environment jsdom
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { loadCode } from './loaded-code.ts'
import { useLoadedCode } from './use-loaded-code.ts'

const load = () => Promise.resolve('code')

const Part = () => {
  const code = useLoadedCode(load)
  // A promise that is created in an earlier effect settles before later effects run.
  useLayoutEffect(() => void loadCode(load), [])
  return <p>{code ?? 'nothing yet'}</p>
}

it('useLoadedCode returns code that was loaded between rendering and effects', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  root.render(<Part />)
  await vi.waitFor(() => expect(place.textContent).toBe('code'))
  root.unmount()
})

it('useLoadedCode loads code again when it is mounted again after a failure', async () => {
  let asked = 0
  const loadTwice = () => (asked++ === 0 ? Promise.reject(new Error('gone')) : load())
  const Failing = () => <p>{useLoadedCode(loadTwice) ?? 'nothing yet'}</p>
  const place = document.createElement('div')
  const onUncaughtError = vi.fn<(error: unknown) => void>()
  const failed = createRoot(document.createElement('div'), { onUncaughtError })
  failed.render(<Failing />)
  await vi.waitFor(() => expect(onUncaughtError).toHaveBeenCalled())
  const root = createRoot(place)
  root.render(<Failing />)
  await vi.waitFor(() => expect(place.textContent).toBe('code'))
  root.unmount()
})
