// @vitest-environment jsdom
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { loadCode } from './loaded-code.ts'
import { useLoadedCode } from './use-loaded-code.ts'

const load = () => Promise.resolve('code')

const Part = () => {
  const code = useLoadedCode(load)
  // A promise of that time is settled before other effects run.
  useLayoutEffect(() => void loadCode(load), [])
  return <p>{code ?? 'nothing yet'}</p>
}

it('gives code that comes for someone else between the rendering and its effects', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  root.render(<Part />)
  await vi.waitFor(() => expect(place.textContent).toBe('code'))
  root.unmount()
})
