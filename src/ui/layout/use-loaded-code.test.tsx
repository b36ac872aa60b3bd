// @vitest-environment jsdom
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { loadCode } from './loaded-code.ts'
import { useLoadedCode } from './use-loaded-code.ts'

const load = () => Promise.resolve('code')

const Part = () => {
  const code = useLoadedCode(load)
  // A promise created here settles before later effects run.
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
