// @vitest-environment jsdom
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { loadCode } from './loaded-code.ts'
import { useLoadedCode } from './use-loaded-code.ts'

afterEach(() => vi.restoreAllMocks())

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

it.each([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is replaced by a proxy', () => Promise.resolve(new Response('', { status: 502 }))],
])('useLoadedCode loads code again after the server %s', async (_, answer) => {
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementationOnce(answer)
    .mockImplementation(() => Promise.resolve(new Response('ok')))
  const loadAgain = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /a.js'))
    .mockResolvedValue('code')
  const Form = () => (
    <>
      <input />
      {useLoadedCode(loadAgain)}
    </>
  )
  const place = document.createElement('div')
  const root = createRoot(place)
  root.render(<Form />)
  await vi.waitFor(() => expect(place.firstChild).not.toBeNull())
  const input = place.querySelector('input')
  if (input) input.value = 'typed'
  await vi.waitFor(() => expect(place.textContent).toBe('code'))
  expect(place.querySelector('input')?.value).toBe('typed')
  expect(loadAgain).toHaveBeenCalledTimes(2)
  expect(asked).toHaveBeenCalledTimes(2)
  root.unmount()
})

it('useLoadedCode throws if the code is still missing although the server answers', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response('ok')))
  const missing = new TypeError('Failed to fetch dynamically imported module: /old.js')
  const loadOld = vi.fn<() => Promise<string>>(() => Promise.reject(missing))
  const Old = () => <p>{useLoadedCode(loadOld)}</p>
  const onUncaughtError = vi.fn<(error: unknown) => void>()
  const root = createRoot(document.createElement('div'), { onUncaughtError })
  root.render(<Old />)
  await vi.waitFor(() => expect(onUncaughtError).toHaveBeenCalledWith(missing, expect.anything()))
  expect(loadOld).toHaveBeenCalledTimes(2)
})
