import { cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { defaultLook } from '../look/look.ts'
import { Viewer, type ViewerHandle } from '../viewer.tsx'
import { sampleModels } from './sample-models.ts'
import { getDrawnViewer } from '../drawn-viewer.fixture.ts'
import { sizeStage } from '../page-style.fixture.ts'

/** To update the reference pictures: `VITE_RENEW_PICTURES=1 npx vitest run src/viewer/samples`. */
const isRenewing = Boolean(import.meta.env['VITE_RENEW_PICTURES'])

const sidePx = 160
/** Tolerance per colour channel (0 to 255), because graphics cards round differently. */
const channelTolerance = 16
const pixelsApartMax = 0.01

const references = import.meta.glob<string>('./reference/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})
const look = { ...defaultLook, hasShadow: false }
const handle = createRef<ViewerHandle>()
let put: (model: { url: string; title: string }) => void

sizeStage(160, 160)
beforeAll(() => {
  const view = render(<Viewer ref={handle} look={look} reducedMotion />)
  put = (model) => view.rerender(<Viewer ref={handle} model={model} look={look} reducedMotion />)
})
afterAll(cleanup)

async function getPixels(picture: Blob): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(picture)
  const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, sidePx, sidePx).data
}

function apart(seen: Uint8ClampedArray, wanted: Uint8ClampedArray): number {
  let differing = 0
  for (let pixel = 0; pixel < seen.length; pixel += 4) {
    const channels = [0, 1, 2, 3].map((channel) =>
      Math.abs(seen[pixel + channel]! - wanted[pixel + channel]!),
    )
    if (Math.max(...channels) > channelTolerance) differing++
  }
  return differing / (seen.length / 4)
}

async function getPicture(name: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([await sampleModels[name]!()]))
  put({ url, title: name })
  await vi.waitFor(() => {
    expect(getDrawnViewer()).toBeTruthy()
    screen.getByLabelText(`3D model: ${name}.`, { exact: false })
  })
  handle.current!.view('threeQuarter')
  const picture = await handle.current!.picture({
    widthPx: sidePx,
    heightPx: sidePx,
    background: '#8a8a8a',
  })
  URL.revokeObjectURL(url)
  return picture
}

describe('sample model', () => {
  // Some models take seconds, because their materials are drawn without a GPU.
  it.each(Object.keys(sampleModels))(
    '%s matches its reference picture',
    async (name) => {
      const picture = await getPicture(name)
      if (isRenewing) {
        const bytes = new Uint8Array(await picture.arrayBuffer())
        const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
        await commands.writeFile(`src/viewer/samples/reference/${name}.png`, text, 'base64')
        return
      }
      const reference = await (await fetch(references[`./reference/${name}.png`]!)).blob()
      expect(apart(await getPixels(picture), await getPixels(reference))).toBeLessThan(
        pixelsApartMax,
      )
    },
    60_000,
  )
})
