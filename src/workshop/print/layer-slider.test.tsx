// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Cut } from '../state/cut.ts'
import { LayerSlider } from './layer-slider.tsx'

afterEach(cleanup)

const section: Cut = { planes: { x: { place: 0.5, isFlipped: false } }, hasCap: true }
const getShown = (): unknown => JSON.parse(screen.getByTestId('cut').textContent)

function Editor({ isOpen }: { isOpen: boolean }) {
  const [cut, onCut] = useState<Cut | undefined>(section)
  const [print] = useState(() => ({ sizeMm: [30, 20, 40] }) as never)
  return (
    <>
      <p data-testid="cut">{JSON.stringify(cut ?? 'none')}</p>
      {isOpen && <LayerSlider editor={{ cut, onCut, print }} nozzleMm={0.4} />}
    </>
  )
}

it('shows the model up to a layer, and then the section of before', () => {
  const { rerender } = render(<Editor isOpen />)
  const slider = screen.getByRole('slider', { name: 'Layer' })
  fireEvent.change(slider, { target: { value: '25' } })
  expect(getShown()).toEqual({ planes: { y: { place: 0.25, isFlipped: false } }, hasCap: true })
  expect(slider.getAttribute('aria-valuetext')).toBe('Layer 25 of 100, 5.0 mm high')
  fireEvent.change(slider, { target: { value: '100' } })
  expect(getShown()).toBe('none')
  rerender(<Editor isOpen={false} />)
  expect(getShown()).toEqual(section)
})
