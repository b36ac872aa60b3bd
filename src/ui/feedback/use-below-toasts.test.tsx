// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ToastRegion } from './toast-region.tsx'
import { useBelowToasts } from './use-below-toasts.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const above = () =>
  document.querySelector<HTMLElement>('[data-toasts]')?.style.getPropertyValue('--toasts-above')

function Foot() {
  const element = useRef<HTMLDivElement>(null)
  useBelowToasts(element)
  return <div ref={element} />
}

const Page = ({ hasFoot }: { hasFoot: boolean }) => (
  <>
    {hasFoot && <Foot />}
    <ToastRegion />
  </>
)

it('useBelowToasts keeps toasts above the element while it is mounted', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly told: (entries: object[]) => void
      constructor(told: (entries: object[]) => void) {
        this.told = told
      }
      observe() {
        this.told([{ borderBoxSize: [{ blockSize: 131.6 }] }])
      }
      disconnect() {}
    },
  )
  const { rerender } = render(<Page hasFoot />)
  expect(above()).toBe('132px')
  expect(document.documentElement.style).toHaveLength(0)
  rerender(<Page hasFoot={false} />)
  expect(above()).toBe('')
})
