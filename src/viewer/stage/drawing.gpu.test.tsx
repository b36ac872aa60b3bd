import { cleanup, render } from '@testing-library/react'
import { createRef } from 'react'
import { DataTexture, Mesh, MeshMatcapMaterial, MeshStandardMaterial, SRGBColorSpace } from 'three'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { loadGlb, type Model } from '../loading/load-glb.ts'
import { Viewer, type ViewerHandle } from '../viewer.tsx'
import { Drawing } from './drawing.ts'

const size = { width: 320, height: 240, top: 0, left: 0 }
const opening = { insetPx: 0, exposureEv: 0, isAwaited: true, epoch: 0 }
const holder = document.createElement('div')
let url: string
let model: Model
let drawing: Drawing

beforeEach(async () => {
  url = URL.createObjectURL(new Blob([await makeGlb({ color: [0.6, 0, 0] })]))
  model = await loadGlb(url, new AbortController().signal, () => {})
  drawing = new Drawing({ onLost: () => {}, onRestored: () => {} })
  drawing.putInto(holder)
})
afterEach(() => {
  drawing.end()
  cleanup()
})

const materialOf = ({ scene }: Model) => {
  const mesh = scene.getObjectByProperty('isMesh', true)
  return mesh instanceof Mesh ? (mesh.material as unknown) : undefined
}

/** As most models come: with normals and a picture. */
function dress({ scene }: Model): void {
  const mesh = scene.getObjectByProperty('isMesh', true)
  if (!(mesh instanceof Mesh)) return
  mesh.geometry.computeVertexNormals()
  const map = new DataTexture(new Uint8Array([200, 0, 0, 255]), 1, 1)
  map.colorSpace = SRGBColorSpace
  map.needsUpdate = true
  mesh.material = new MeshStandardMaterial({ map })
}

/** The colour in the middle of a picture, and how much of it is not empty. */
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

describe('Drawing', () => {
  it('draws a model where and as the stage shows it, before the code of the stage is there', async () => {
    expect(drawing.open(opening, { model, size, isActive: true })).toBe(true)
    // Read before the browser shows it, and forgets it.
    const first = lookAt(holder.querySelector('canvas')!)
    expect(first.red).toBeGreaterThan(2 * first.green)

    const handle = createRef<ViewerHandle>()
    const style = { width: '320px', height: '240px', position: 'relative' } as const
    const shown = render(
      <div style={style}>
        <style>{'[data-state]{height:100%}[role=application]{position:absolute;inset:0}'}</style>
        <Viewer ref={handle} model={{ url, title: 'Square' }} reducedMotion />
      </div>,
    )
    const stage = shown.container.querySelector('[data-state]')
    await vi.waitFor(() => expect(stage).toHaveProperty('dataset.state', 'ready'), 30_000)
    const last = lookAt(await createImageBitmap(await handle.current!.screenshot()))
    expect(first.covered).toBeCloseTo(last.covered, 1)
    expect(Math.abs(first.covered - last.covered)).toBeLessThan(0.01)
  })

  it('makes the program while a model is on its way, and leaves nothing of that to see', () => {
    const made = vi.spyOn(WebGL2RenderingContext.prototype, 'linkProgram')
    try {
      expect(drawing.open(opening, { model: undefined, size, isActive: false })).toBe(false)
      expect(made).toHaveBeenCalledTimes(1)
      expect(lookAt(holder.querySelector('canvas')!).covered).toBe(0)
      dress(model)
      drawing.open(opening, { model, size, isActive: true })
      expect(made).toHaveBeenCalledTimes(1)
    } finally {
      made.mockRestore()
    }
  })

  it('draws again only for another size, or once everything was lost', () => {
    const now = { model, size, isActive: true }
    expect(drawing.open(opening, { ...now, isActive: false })).toBe(false)
    expect(drawing.open(opening, now)).toBe(true)
    expect(drawing.open(opening, now)).toBe(false)
    expect(drawing.open(opening, { ...now, size: { ...size, width: 300 } })).toBe(true)
    expect(drawing.open({ ...opening, epoch: 1 }, { ...now, size: { ...size } })).toBe(true)
  })

  it('gives a model back in its own materials when it goes', () => {
    drawing.open(opening, { model, size, isActive: true })
    expect(materialOf(model)).toBeInstanceOf(MeshMatcapMaterial)
    expect(model.scene.parent).not.toBeNull()
    drawing.open(opening, { model: undefined, size, isActive: true })
    expect(materialOf(model)).toBeInstanceOf(MeshStandardMaterial)
    expect(model.scene.parent).toBeNull()
    expect(lookAt(holder.querySelector('canvas')!).covered).toBe(0)
  })
})
