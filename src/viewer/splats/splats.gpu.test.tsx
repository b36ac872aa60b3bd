import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Desk } from '../desk/desk.tsx'
import { importModel } from '../import/import-model.ts'
import type { LoadedModel } from '../loaded-model.ts'
import { models } from '../models.ts'
import type { ViewerHandle } from '../viewer.tsx'
import { type MadeSplat, splatRows } from './splats.fixture.ts'

beforeAll(() => {
  const style = document.createElement('style')
  style.textContent =
    '[data-state]{position:relative;width:320px;height:240px}[role=application]{position:absolute;inset:0}'
  document.head.append(style)
})
afterEach(cleanup)

const wait = { timeout: 20_000 }
const round: MadeSplat = {
  at: [0, 0, 0],
  scale: [0.4, 0.4, 0.4],
  color: [1, 0, 0],
  opacity: 1,
  turn: [0, 0, 0, 1],
}

async function show(splats: readonly MadeSplat[]) {
  const glb = await importModel([new File([splatRows(splats)], 'cloud.splat')])
  const url = URL.createObjectURL(glb)
  const handle = createRef<ViewerHandle>()
  const onLoaded = vi.fn<(loaded: LoadedModel) => void>()
  const model = { url, title: 'Cloud', fileName: 'cloud.splat' }
  render(<Desk model={model} active viewerRef={handle} onLoaded={onLoaded} />)
  await vi.waitFor(() => expect(document.querySelector('[data-state=ready]')).toBeTruthy(), wait)
  return { handle, onLoaded, url }
}

/** Red, green, blue and opacity in the middle of the stage. */
async function middleOf(handle: { current: ViewerHandle | null }) {
  const picture = await createImageBitmap(
    await handle.current!.picture({ widthPx: 64, heightPx: 64 }),
  )
  const context = new OffscreenCanvas(64, 64).getContext('2d')!
  context.drawImage(picture, 0, 0)
  return Array.from(context.getImageData(32, 32, 1, 1).data)
}

describe('gaussian splats on the stage', () => {
  it('hide each other by what is nearer, from every side', async () => {
    // As cameras see: y down, z away; upright it is the blue one that is in front.
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
        const middle = await middleOf(handle)
        expect(middle[near]).toBeGreaterThan(180)
        expect(middle[far]).toBeLessThan(80)
      }, wait)
    }
  }, 60_000)

  it('are said to have no surface where a tool needs one, and leave nothing behind', async () => {
    const { url } = await show([round, { ...round, at: [1, 0, 0] }])
    const person = userEvent.setup()
    await person.click(screen.getByRole('button', { name: 'Tools' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Prepare for print' }, wait))
    await screen.findByText(/a printer would find nothing to print/, {}, wait)
    cleanup()
    await vi.waitFor(() => models.trim(0))
    await vi.waitFor(() => expect(models.heldBytes()).toBe(0), wait)
    URL.revokeObjectURL(url)
  }, 60_000)
})
