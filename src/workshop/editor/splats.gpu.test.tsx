import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModelEditor } from './editor.tsx'
import { importModel } from '#model-files/import/import-model.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { models } from '#viewer/loading/models.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import { type MadeSplat, splatPly, splatRows } from '#model-files/splats/splats.fixture.ts'
import { makeSplats } from '#model-files/splats/splats.ts'
import { writeSplatGlb } from '#model-files/splats/write-splat-glb.ts'
import { sizeStage } from '#viewer/page-style.fixture.ts'
import { waitUntilDrawn } from '#viewer/drawn-viewer.fixture.ts'

sizeStage()
afterEach(cleanup)

const round: MadeSplat = {
  at: [0, 0, 0],
  scale: [0.4, 0.4, 0.4],
  color: [1, 0, 0],
  opacity: 1,
  turn: [0, 0, 0, 1],
}

const show = (splats: readonly MadeSplat[]) =>
  showFile(new File([splatRows(splats)], 'cloud.splat'))

const showFile = async (file: File) => showGlb((await importModel([file])).glb)

async function showGlb(glb: Blob) {
  const url = URL.createObjectURL(glb)
  const handle = createRef<ViewerHandle>()
  const onLoaded = vi.fn<(loaded: LoadedModel) => void>()
  const model = { url, title: 'Cloud', fileName: 'cloud.glb' }
  render(<ModelEditor model={model} active viewerRef={handle} onLoaded={onLoaded} />)
  await waitUntilDrawn()
  return { handle, onLoaded, url }
}

async function getPicture(handle: { current: ViewerHandle | null }) {
  const picture = await createImageBitmap(
    await handle.current!.picture({ widthPx: 64, heightPx: 64 }),
  )
  const context = new OffscreenCanvas(64, 64).getContext('2d')!
  context.drawImage(picture, 0, 0)
  return context
}

const getMiddle = async (handle: { current: ViewerHandle | null }) =>
  Array.from((await getPicture(handle)).getImageData(32, 32, 1, 1).data)

/** Returns the average red (0 to 255) of the covered pixels in the left and right half. */
async function redOfHalves(handle: { current: ViewerHandle | null }) {
  const context = await getPicture(handle)
  return [0, 32].map((left) => {
    const { data } = context.getImageData(left, 0, 32, 64)
    const reds = Array.from({ length: data.length / 4 }, (_, pixel) => pixel * 4)
      .filter((at) => data[at + 3]! > 200)
      .map((at) => data[at]!)
    return reds.reduce((sum, red) => sum + red, 0) / reds.length
  }) as [number, number]
}

describe('Gaussian splats in the viewer', () => {
  it('cover each other by depth from every side', async () => {
    // In the file, y points down and z away from the camera. After the conversion to y up, the blue
    // splat is in front.
    const red = { ...round, at: [0, 0, 2] as const }
    const blue = { ...round, at: [0, 0, -2] as const, color: [0, 0, 1] as const }
    const { handle, onLoaded } = await show([red, blue])
    expect(onLoaded.mock.lastCall?.[0]).toMatchObject({
      splats: 2,
      triangles: 0,
      sizeMetres: [0, 0, 4],
    })
    screen.getByRole('img', { name: /2 gaussian splats/ })
    const seen = { front: 'front', back: 'back' } as const
    for (const [side, near, far] of [
      [seen.front, 2, 0],
      [seen.back, 0, 2],
    ] as const) {
      handle.current!.view(side)
      await vi.waitFor(async () => {
        const middle = await getMiddle(handle)
        expect(middle[near]).toBeGreaterThan(180)
        expect(middle[far]).toBeLessThan(80)
      })
    }
  })

  // The test takes seconds, because every view is rendered in software.
  it('change their colour with the view direction', async () => {
    const harmonics = Array.from({ length: 15 }, () => [0, 0, 0] as [number, number, number])
    // Spherical harmonics of degree 1 along x, degree 2 along z, degree 3 along z, and degree 3
    // along x.
    harmonics[2]![0] = 0.5
    harmonics[5]![2] = 0.5
    harmonics[11]![0] = 0.4
    harmonics[12]![1] = 0.5
    const grey = { ...round, color: [0.5, 0.5, 0.5] as const, harmonics }
    // An almost invisible splat must not affect the model's bounds.
    const far = { ...grey, at: [9, 9, 9] as const, opacity: 0.01 }
    const { handle } = await showFile(new File([splatPly([grey, far])], 'cloud.ply'))
    // Red is ½ ± ½ √(3 / 4π) from the sides, and ½ ± ⅖ √(7 / 4π) from front and back.
    for (const [side, wanted] of [
      ['right', [0.744, 0.271, 0.342]],
      ['left', [0.256, 0.729, 0.342]],
      ['front', [0.799, 0.5, 0.815]],
      ['back', [0.201, 0.5, 0.815]],
    ] as const) {
      handle.current!.view(side)
      await vi.waitFor(async () => {
        const middle = await getMiddle(handle)
        wanted.forEach((value, channel) =>
          expect(Math.abs(middle[channel]! - value * 255)).toBeLessThan(5),
        )
      })
    }
  })

  it('have the same colour everywhere in an orthographic view, and show a warning if view-dependent colour is reduced', async () => {
    const splats = makeSplats(2, false, 3)
    splats.positions.set([-1.5, 0, 0, 1.5, 0, 0])
    splats.scales.fill(0.3)
    splats.rotations.set([0, 0, 0, 1, 0, 0, 0, 1])
    splats.opacities.fill(1)
    // The file contains only spherical harmonics of degree 1, although it declares degrees 1 to 3.
    splats.harmonics[2]!.set([0.9, 0, 0, 0.9, 0, 0])
    const harmonics = splats.harmonics.slice(0, 3)
    const { handle } = await showGlb(new Blob([writeSplatGlb({ ...splats, harmonics })]))
    handle.current!.view('front')
    await vi.waitFor(async () => {
      const [left, right] = await redOfHalves(handle)
      expect(left - right).toBeGreaterThan(30)
      expect(Math.abs((left + right) / 2 - 127.5)).toBeLessThan(4)
    })

    const person = userEvent.setup()
    const open = async (name: string) => {
      await person.click(screen.getByRole('button', { name: 'Tools' }))
      await person.click(await screen.findByRole('menuitem', { name }))
    }
    await open('Lighting and view')
    await person.click(await screen.findByRole('radio', { name: 'Orthographic' }))
    await vi.waitFor(async () => {
      for (const red of await redOfHalves(handle)) expect(Math.abs(red - 127.5)).toBeLessThan(4)
    })
    await open('Info and checks')
    await screen.findByText(/^View-dependent colour is reduced/)
  })

  it('show an explanation in tools that need a surface, and free their memory', async () => {
    const { url } = await show([round, { ...round, at: [1, 0, 0] }])
    const person = userEvent.setup()
    // Without styles, the button of the narrow toolbar is shown too.
    const [openPrint] = screen.getAllByRole('button', { name: 'Print preparation' })
    await person.click(openPrint!)
    await screen.findByText(/there is nothing to print/)
    cleanup()
    await vi.waitFor(() => models.trim(0))
    await vi.waitFor(() => expect(models.heldBytes()).toBe(0))
    URL.revokeObjectURL(url)
  })
})
