// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { useLayoutEffect, useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { onFrameRequested } from '#viewer/rendering/redraws.ts'
import { NoteLayer } from './note-layer.tsx'

afterEach(cleanup)

it('NoteLayer provides its pins before the viewer draws a frame', () => {
  const known: boolean[] = []
  // Renders the viewer before the notes, because the viewer draws in its layout effect when its
  // size changes.
  function Page({ size }: { size: number }) {
    const elements = useRef(new Map<number, HTMLElement>())
    return (
      <>
        <Stage size={size} onDrawn={() => known.push(elements.current.has(1))} />
        <NoteLayer notes={[{ id: 1, at: [0, 0, 0], text: 'A scratch' }]} elements={elements} />
      </>
    )
  }
  const { rerender } = render(<Page size={1} />)
  rerender(<Page size={2} />)
  expect(known).toEqual([false, true])
})

function Stage({ size, onDrawn }: { size: number; onDrawn: () => void }) {
  useLayoutEffect(() => {
    onDrawn()
  })
  return size
}

it('NoteLayer requests a frame that places its pins, although its code may come after a frame', () => {
  const draw = vi.fn<() => void>()
  const stop = onFrameRequested(draw)
  const elements = { current: new Map<number, HTMLElement>() }
  const note = { id: 1, at: [0, 0, 0], text: '' } as const
  const { rerender } = render(<NoteLayer notes={[note]} elements={elements} />)
  expect(draw).toHaveBeenCalledTimes(1)
  rerender(<NoteLayer notes={[note, { ...note, id: 2 }]} elements={elements} />)
  expect(draw).toHaveBeenCalledTimes(2)
  stop()
})
