import { cleanup, render } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { type PreviewModel, readPreviewModel } from '../preview/preview.ts'
import { Viewer, type ViewerHandle } from '../viewer.tsx'
import { Drawing } from './drawing.ts'

const size = { width: 320, height: 240, top: 0, left: 0 }
const opening = { plain: undefined, insetPx: 0, exposureEv: 0, epoch: 0 }
const now = { size, isActive: true }
const holder = document.createElement('div')
let drawing: Drawing

beforeEach(() => {
  drawing = new Drawing({ onLost: () => {}, onRestored: () => {} })
  drawing.putInto(holder)
})
afterEach(() => {
  drawing.end()
  holder.replaceChildren()
  cleanup()
})

async function square(bytes?: Uint8Array<ArrayBuffer>): Promise<PreviewModel> {
  const plain = await readPreviewModel(bytes ?? (await makeGlb({ color: [0.6, 0, 0] })))
  if (!plain) throw new Error('It is not plain.')
  return plain
}

function lookAt(picture: CanvasImageSource & { width: number; height: number }) {
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d')!
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const [red = 0, green = 0] = data.slice(4 * (Math.floor(height / 2) * width + width / 2))
  let covered = 0
  for (let at = 3; at < data.length; at += 4) if (data[at]! > 200) covered++
  return { red, green, covered: covered / (data.length / 4) }
}

const canvas = () => holder.querySelector('canvas')!

describe('Drawing', () => {
  it('draws the first picture of a model at the same position and in the same colours as the scene', async () => {
    const bytes = await makeGlb({ color: [0.6, 0.1, 0.05] })
    expect(drawing.open({ ...opening, plain: await square(bytes) }, now)).toBe(true)
    // Reads the canvas before the browser presents and clears it.
    const first = lookAt(canvas())
    expect(first.red).toBeGreaterThan(2 * first.green)

    const handle = createRef<ViewerHandle>()
    const style = { width: '320px', height: '240px', position: 'relative' } as const
    const url = URL.createObjectURL(new Blob([bytes]))
    const shown = render(
      <div style={style}>
        <style>{'[data-state]{height:100%}[role=application]{position:absolute;inset:0}'}</style>
        <Viewer ref={handle} model={{ url, title: 'Square' }} reducedMotion />
      </div>,
    )
    const stage = shown.container.querySelector('[data-state]')
    await vi.waitFor(() => expect(stage).toHaveProperty('dataset.state', 'ready'))
    const last = lookAt(await createImageBitmap(await handle.current!.screenshot()))
    expect(Math.abs(first.covered - last.covered)).toBeLessThan(0.01)
    expect(Math.abs(first.red - last.red)).toBeLessThan(40)
    expect(Math.abs(first.green - last.green)).toBeLessThan(40)
  })

  it('compiles the shaders while a model is loading, and draws nothing yet', async () => {
    const made = vi.spyOn(WebGL2RenderingContext.prototype, 'linkProgram')
    try {
      expect(drawing.open(opening, now)).toBe(false)
      expect(made).toHaveBeenCalledTimes(1)
      expect(lookAt(canvas()).covered).toBe(0)
      drawing.open({ ...opening, plain: await square() }, now)
      expect(made).toHaveBeenCalledTimes(1)
    } finally {
      made.mockRestore()
    }
  })

  it('draws again only after a change of size or a lost context', async () => {
    const plain = await square()
    const open = { ...opening, plain }
    expect(drawing.open(open, { ...now, isActive: false })).toBe(false)
    expect(drawing.open(open, now)).toBe(true)
    expect(drawing.open(open, now)).toBe(false)
    expect(drawing.open(open, { ...now, size: { ...size, width: 300 } })).toBe(true)
    expect(drawing.open({ ...open, epoch: 1 }, { ...now, size: { ...size } })).toBe(true)
  })

  it('clears the canvas when the model is removed', async () => {
    drawing.open({ ...opening, plain: await square() }, now)
    expect(lookAt(canvas()).covered).toBeGreaterThan(0.1)
    drawing.open(opening, now)
    expect(lookAt(canvas()).covered).toBe(0)
  })
})
