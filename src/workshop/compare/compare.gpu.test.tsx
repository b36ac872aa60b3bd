import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { defaultLook } from '#viewer/look/look.ts'
import { Viewer, type ViewerHandle } from '#viewer/viewer.tsx'
import { CompareStage } from './compare-stage.tsx'
import { CompareAny } from './compare-any.tsx'
import { CompareAsked } from './compare-asked.tsx'
import { CompareModels } from './compare-models.tsx'
import { sizeStage } from '#viewer/page-style.fixture.ts'

sizeStage(400, 200)

afterEach(cleanup)

const squareUrl = async (color: [number, number, number], size = 1) =>
  URL.createObjectURL(new Blob([await makeGlb({ color, size })]))

/**
 * Returns whether red, green and blue are on at a position. Coordinates are 0 to 1 from the upper
 * left.
 */
async function getColors(picture: Blob) {
  const bitmap = await createImageBitmap(picture)
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return (x: number, y: number) => {
    const { data } = context.getImageData(x * bitmap.width, y * bitmap.height, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = data
    if (alpha === 0) return 'clear'
    return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue'
  }
}

type Shown = Pick<Parameters<typeof CompareStage>[0], 'layout' | 'place' | 'panes'>

async function stand(shown: Shown, otherSize = 1) {
  const main = await squareUrl([1, 0, 0])
  const urls = [await squareUrl([0, 1, 0], otherSize)]
  const handle = createRef<ViewerHandle>()
  const onLoaded = vi.fn<() => void>()
  const at = (next: Shown) => (
    <Viewer
      ref={handle}
      model={{ url: main, title: 'Squares' }}
      look={{ ...defaultLook, hasShadow: false }}
      reducedMotion
      onStage={
        <CompareStage
          urls={urls}
          isMainFirst
          hasSameSize
          mode="shaded"
          onLoaded={onLoaded}
          {...next}
        />
      }
    />
  )
  const view = render(at(shown))
  const stage = view.container.firstElementChild as HTMLElement
  await vi.waitFor(() => expect(stage.dataset['state']).toBe('ready'))
  await vi.waitFor(() => expect(onLoaded).toHaveBeenCalledOnce())
  handle.current!.view('front')
  return {
    put: (next: Shown) => view.rerender(at(next)),
    take: () => view.unmount(),
    seen: async () => getColors(await handle.current!.screenshot()),
  }
}

const halves = { columns: 2, rows: 1 }

describe('CompareStage', () => {
  it('draws two models of equal size side by side with one camera', async () => {
    const { seen } = await stand({ layout: 'side', place: 0.5, panes: halves }, 5)
    await vi.waitFor(async () => {
      const color = await seen()
      expect([color(0.25, 0.5), color(0.75, 0.5)]).toEqual(['red', 'green'])
      expect([color(0.02, 0.5), color(0.5, 0.02), color(0.98, 0.5)]).toEqual([
        'clear',
        'clear',
        'clear',
      ])
    })
  })

  it('draws one model left and the other right of the border', async () => {
    const { put, seen } = await stand({ layout: 'wipe', place: 0.5, panes: halves })
    const across = async () => {
      const color = await seen()
      return [0.42, 0.48, 0.52, 0.58].map((x) => color(x, 0.5))
    }
    await vi.waitFor(async () => expect(await across()).toEqual(['red', 'red', 'green', 'green']))
    put({ layout: 'wipe', place: 0.45, panes: halves })
    await vi.waitFor(async () => expect(await across()).toEqual(['red', 'green', 'green', 'green']))
    put({ layout: 'wipe', place: 0, panes: halves })
    await vi.waitFor(async () =>
      expect(await across()).toEqual(['green', 'green', 'green', 'green']),
    )
  })
})

describe('CompareModels', () => {
  it('shows four models with their facts, and the error of a broken model', async () => {
    const models = [
      { url: await squareUrl([1, 0, 0]), name: 'First' },
      { url: await squareUrl([0, 1, 0]), name: 'Second' },
      { url: await squareUrl([0, 0, 1]), name: 'Third' },
      { url: URL.createObjectURL(new Blob(['no model'])), name: 'Broken' },
    ]
    render(
      <div style={{ position: 'relative', width: 600, height: 400 }}>
        <CompareModels models={models} />
      </div>,
    )
    await vi.waitFor(() => expect(screen.getAllByText(/^2 triangles/)).toHaveLength(3))
    expect(screen.getByText(/is not a GLB model/)).toBeTruthy()
    expect(screen.queryByRole('radio', { name: /Wipe/ })).toBeNull()
  })

  it('moves the border with the arrow keys', async () => {
    const models = [
      { url: await squareUrl([1, 0, 0]), name: 'First' },
      { url: await squareUrl([0, 1, 0]), name: 'Second' },
    ]
    render(
      <div style={{ position: 'relative', width: 600, height: 400 }}>
        <CompareModels models={models} />
      </div>,
    )
    fireEvent.click(screen.getByLabelText(/Wipe/))
    const border = screen.getByRole('slider', { name: 'Divider between the two models' })
    fireEvent.change(border, { target: { value: '30' } })
    expect(border.getAttribute('aria-valuetext')).toBe('30% from the left')
  })

  it('asks for confirmation before opening a large model', async () => {
    const models = [
      { url: await squareUrl([1, 0, 0]), name: 'Small' },
      { url: await squareUrl([0, 1, 0]), name: 'Giant', triangles: 20_000_000 },
    ]
    const { container } = render(<CompareAsked models={models} />)
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Giant has 20,000,000')
    expect(container.querySelector('canvas')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Open a simplified copy' }))
    await vi.waitFor(() => expect(screen.getAllByText(/^2 triangles/)).toHaveLength(2))
  })

  it('converts other formats to GLB, and compares the other models if a file is broken', async () => {
    const obj = URL.createObjectURL(new Blob(['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n']))
    const broken = URL.createObjectURL(new Blob(['nothing']))
    render(
      <CompareAny
        models={[
          { url: await squareUrl([1, 0, 0]), name: 'Square', fileName: 'square.glb' },
          { url: obj, name: 'Corner', fileName: 'corner.obj' },
          { url: broken, name: 'Broken', fileName: 'broken.stl' },
        ]}
      />,
    )
    expect(await screen.findByText(/^2 triangles/, {})).toBeTruthy()
    expect(await screen.findByText(/^1 triangle,/, {})).toBeTruthy()
    expect(screen.getByText('Broken')).toBeTruthy()
  })
})
