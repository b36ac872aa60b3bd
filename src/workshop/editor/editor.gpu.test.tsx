import { Document, WebIO } from '@gltf-transform/core'
import { _roots } from '@react-three/fiber'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef, type ReactNode } from 'react'
import { Vector3 } from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { makeReport } from '#model-files/inspect/make-report.ts'
import { EdgeLines } from '../report/edge-lines.tsx'
import { Marks } from '../measure/marks.tsx'
import { MeasureStage, type Picked } from '../measure/measure-stage.tsx'
import { measureFace } from '../measure/measures.ts'
import { SpotMark } from '../pointing/spot-mark.tsx'
import { CutStage } from '../print/cut-stage.tsx'
import { PrintBed } from '../print/print-bed.tsx'
import { SurfaceColors } from '../print/surface-colors.tsx'
import { createBox } from '#model-files/mesh/solids.ts'
import type { Cut } from '../state/cut.ts'
import { SectionCut } from '../section/section-cut.tsx'
import { type Background, defaultLook } from '#viewer/look/look.ts'
import { CustomEnvironment } from '#viewer/light/custom-environment.tsx'
import { Viewer, type ViewerHandle } from '#viewer/viewer.tsx'
import { ModelEditor } from './editor.tsx'
import { sizeStage } from '#viewer/page-style.fixture.ts'
import { getDrawnViewer, waitUntilDrawn } from '#viewer/drawn-viewer.fixture.ts'

sizeStage()

afterEach(cleanup)

async function boxUrl(faces = 6): Promise<string> {
  const document = new Document()
  const buffer = document.createBuffer()
  const { positions, indices } = createBox([1, 1, 1], faces)
  const list = (
    type: 'VEC3' | 'SCALAR',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', list('VEC3', positions.slice()))
    .setIndices(list('SCALAR', indices.slice()))
  document
    .createScene()
    .addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)))
  const glb = await new WebIO().writeBinary(document)
  return URL.createObjectURL(new Blob([glb]))
}

const pixels = async (picture: Blob) => {
  const bitmap = await createImageBitmap(picture)
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
  const at = (x: number, y: number) => {
    const start = 4 * (Math.floor(y * bitmap.height) * bitmap.width + Math.floor(x * bitmap.width))
    return Array.from(data.subarray(start, start + 4))
  }
  const count = (isMeant: (red: number, green: number, blue: number, alpha: number) => boolean) => {
    let found = 0
    for (let place = 0; place < data.length; place += 4) {
      if (isMeant(data[place]!, data[place + 1]!, data[place + 2]!, data[place + 3]!)) found++
    }
    return found / (data.length / 4)
  }
  return { at, count, width: bitmap.width, height: bitmap.height }
}

async function show(onStage: ReactNode, faces = 6, background: Background = 'page') {
  const url = await boxUrl(faces)
  const handle = createRef<ViewerHandle>()
  const editorWith = (node: ReactNode) => (
    <Viewer
      ref={handle}
      model={{ url, title: 'Box' }}
      look={{ ...defaultLook, hasShadow: false, background }}
      onStage={node}
      reducedMotion
    />
  )
  const view = render(editorWith(onStage))
  const stage = view.container.firstElementChild as HTMLElement
  await vi.waitFor(() => expect(stage.dataset['state']).toBe('ready'))
  handle.current!.view('front')
  return {
    stage,
    handle,
    put: (node: ReactNode) => view.rerender(editorWith(node)),
    seen: async () => pixels(await handle.current!.screenshot()),
    picture: async (wish: Parameters<ViewerHandle['picture']>[0]) =>
      pixels(await handle.current!.picture(wish)),
  }
}

const isRed = (red: number, green: number) => red > 120 && green < red / 2
const isGreen = (red: number, green: number) => green > 150 && red < 90

/** Returns whether a pixel has a colour of the section cap, which the white box does not have. */
const isLid = (red: number, green: number, blue: number, alpha: number) =>
  alpha > 200 && red > 1.5 * green && green > blue

const cutAt = (...axes: readonly ('x' | 'y' | 'z')[]): Cut => ({
  planes: Object.fromEntries(axes.map((axis) => [axis, { place: 0.5, isFlipped: false }])),
  hasCap: true,
})

describe('Viewer with section, pictures and measurements', () => {
  it('cuts a model open, closes the cut with caps, and restores the model', async () => {
    const viewer = await show(null)
    const whole = await viewer.seen()
    expect(whole.count(isLid)).toBe(0)

    viewer.put(<SectionCut cut={cutAt('z')} />)
    await vi.waitFor(async () => expect((await viewer.seen()).count(isLid)).toBeGreaterThan(0.1))
    viewer.put(<SectionCut cut={{ ...cutAt('z'), hasCap: false }} />)
    await vi.waitFor(async () => expect((await viewer.seen()).count(isLid)).toBe(0))

    viewer.put(<SectionCut cut={cutAt('x')} />)
    await vi.waitFor(async () => {
      const half = await viewer.seen()
      expect(half.at(0.45, 0.5)[3]).toBe(255)
      expect(half.at(0.55, 0.5)[3]).toBe(0)
    })

    viewer.put(<SectionCut cut={cutAt('x', 'y')} />)
    await vi.waitFor(async () => {
      const quarter = await viewer.seen()
      expect(quarter.at(0.45, 0.45)[3]).toBe(0)
      expect(quarter.at(0.45, 0.55)[3]).toBe(255)
      expect(quarter.at(0.55, 0.55)[3]).toBe(0)
    })
    viewer.put(<SectionCut cut={cutAt('x', 'y', 'z')} />)
    await vi.waitFor(async () => {
      const eighth = await viewer.seen()
      const [red = 0, green = 0, blue = 0, alpha = 0] = eighth.at(0.45, 0.55)
      expect(isLid(red, green, blue, alpha)).toBe(true)
      expect(eighth.at(0.45, 0.45)[3]).toBe(0)
      expect(eighth.at(0.55, 0.55)[3]).toBe(0)
    })
    viewer.put(null)
    await vi.waitFor(async () => expect((await viewer.seen()).at(0.55, 0.5)[3]).toBe(255))
  })

  it('takes pictures of any size and shape, transparent or on a colour', async () => {
    const viewer = await show(null)
    const clear = await viewer.picture({ widthPx: 640, heightPx: 160 })
    expect([clear.width, clear.height]).toEqual([640, 160])
    expect(clear.at(0.02, 0.5)[3]).toBe(0)
    expect(clear.at(0.5, 0.5)[3]).toBe(255)
    const upright = await viewer.picture({ widthPx: 100, heightPx: 300, background: '#f00' })
    expect(upright.at(0.5, 0.02)).toEqual([255, 0, 0, 255])
    expect(upright.at(0.02, 0.5)).toEqual([255, 0, 0, 255])
    await expect(viewer.picture({ widthPx: 1_000_000, heightPx: 1 })).rejects.toThrow(RangeError)
    const after = await viewer.seen()
    expect([after.width, after.height]).toEqual([320, 240])
    expect(after.at(0.5, 0.5)[3]).toBe(255)
  })

  it('selects the corner near a click, and no corner after a drag', async () => {
    const onPicked = vi.fn<(picked: Picked) => void>()
    const viewer = await show(<MeasureStage points={[]} snaps onPicked={onPicked} />)
    const canvas = viewer.stage.querySelector('canvas')!
    const { left, top, width, height } = canvas.getBoundingClientRect()
    // Presses 4 px inside the upper left corner of the box's front, which is the first opaque
    // pixel.
    const seen = await viewer.seen()
    let edge = 0
    while (seen.at(edge / width, 0.5)[3] === 0) edge++
    const x = left + edge + 4
    const y = top + height / 2 - (width / 2 - edge) + 4
    const press = (to: number) => {
      const common = { isPrimary: true, button: 0, pointerId: 1, bubbles: true }
      canvas.dispatchEvent(new PointerEvent('pointerdown', { ...common, clientX: x, clientY: y }))
      canvas.dispatchEvent(new PointerEvent('pointerup', { ...common, clientX: to, clientY: y }))
    }
    press(x + 30)
    expect(onPicked).not.toHaveBeenCalled()
    press(x)
    expect(onPicked).toHaveBeenCalledOnce()
    const [{ point, face }] = onPicked.mock.calls[0]!
    expect([point.x, point.y, point.z].map((value) => Math.round(value * 100) / 100)).toEqual([
      -0.5, 1, 0.5,
    ])
    expect(face()?.area).toBeCloseTo(1)
    expect(measureFace('edge', { face: face()!, point }, 'cm')?.text).toBe('100 cm')
    expect(measureFace('face', { face: face()!, point }, 'cm')?.text).toBe('10,000 cm²')
  })

  it('draws invalid edges over the model until the component unmounts', async () => {
    const lines = new Float32Array([-0.5, 0.1, 0.5, 0.5, -0.3, 0.5])
    const viewer = await show(<EdgeLines lines={lines} color="#00ff00" />)
    await vi.waitFor(async () =>
      expect((await viewer.seen()).count(isGreen)).toBeGreaterThan(0.0005),
    )
    viewer.put(null)
    await vi.waitFor(async () => expect((await viewer.seen()).count(isGreen)).toBe(0))
  })

  it('frees the GPU memory of marks, lines and planes when they change and unmount', async () => {
    const viewer = await show(null)
    const { gl } = _roots.get(viewer.stage.querySelector('canvas')!)!.store.getState()
    const held = () => ({ ...gl.info.memory, programs: gl.info.programs!.length })
    const put = (size: number) => {
      const corners = new Float32Array([0, 0, size, size, 0, size, 0, size, size])
      const points = [new Vector3(0, size, 0), new Vector3(size, size, 0)]
      viewer.put(
        <>
          <EdgeLines lines={corners.slice(0, 6)} color="#00ff00" />
          <Marks points={points} line={points} />
          <SpotMark at={points[0]!} />
          <PrintBed size={[size, size]} cell={size / 4} isTooSmall={false} />
          <CutStage axis="x" offsets={[size / 2]} />
          <SurfaceColors corners={corners} colors={new Float32Array([size, 0, 0])} />
        </>,
      )
    }
    await viewer.seen()
    const before = held()
    put(0.5)
    // Seven geometries: the marks have two, the others one each.
    await vi.waitFor(() => expect(held().geometries).toBe(before.geometries + 7))
    const shown = held()
    expect(shown.programs).toBeGreaterThan(before.programs)
    put(0.25)
    await viewer.seen()
    await vi.waitFor(() => expect(held()).toEqual(shown))
    viewer.put(null)
    await viewer.seen()
    await vi.waitFor(() => expect(held()).toEqual(before))
  })
})

const triangles = () => getDrawnViewer()?.dataset['triangles']

describe('Viewer with video and panorama', () => {
  it('records one turn as a video in the size of the canvas', async () => {
    const viewer = await show(null)
    const before = await viewer.seen()
    const fractions: number[] = []
    const film = await viewer.handle.current!.film({
      format: 'video',
      seconds: 1,
      background: '#0000ff',
      onProgress: (fraction) => fractions.push(fraction),
    })
    expect(film.type).toContain('video/')
    expect(fractions.at(-1)).toBe(1)
    const video = document.createElement('video')
    video.muted = true
    video.src = URL.createObjectURL(film)
    const frame = new Promise((resolve) => {
      video.requestVideoFrameCallback(resolve)
    })
    await video.play()
    await frame
    expect([video.videoWidth, video.videoHeight]).toEqual([320, 240])
    const context = new OffscreenCanvas(320, 240).getContext('2d')!
    context.drawImage(video, 0, 0)
    const [red = 255, , blue = 0] = context.getImageData(4, 4, 1, 1).data
    expect(blue - red).toBeGreaterThan(150)
    expect((await viewer.seen()).count((...color) => color[3] > 0)).toBeCloseTo(
      before.count((...color) => color[3] > 0),
      2,
    )
    const stopped = viewer.handle.current!.film({
      format: 'video',
      seconds: 60,
      background: 'white',
      signal: AbortSignal.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('records one turn as an animated WebP with a transparent background', async () => {
    const viewer = await show(null)
    const film = await viewer.handle.current!.film({
      format: 'webp',
      seconds: 1,
      background: undefined,
    })
    const decoder = new ImageDecoder({ data: await film.arrayBuffer(), type: 'image/webp' })
    await decoder.tracks.ready
    expect(decoder.tracks.selectedTrack).toMatchObject({
      frameCount: 15,
      repetitionCount: Infinity,
    })
    const context = new OffscreenCanvas(320, 240).getContext('2d')!
    for (const frameIndex of [0, 14]) {
      const { image } = await decoder.decode({ frameIndex })
      context.clearRect(0, 0, 320, 240)
      context.drawImage(image, 0, 0)
      expect([image.displayWidth, image.displayHeight]).toEqual([320, 240])
      expect(image.duration).toBe(67_000)
      expect(context.getImageData(4, 4, 1, 1).data[3]).toBe(0)
      expect(context.getImageData(160, 120, 1, 1).data[3]).toBe(255)
      image.close()
    }
  })

  it('uses a panorama as light, and removes the panorama', async () => {
    const viewer = await show(null, 6, 'environment')
    await vi.waitFor(async () => expect((await viewer.seen()).at(0.05, 0.05)[3]).toBe(255))
    expect((await viewer.seen()).count(isRed)).toBe(0)
    // Returns a red panorama in Radiance format, where exponent 128 means 1.
    const header = '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 128 +X 256\n'
    const reds = new Uint8Array(256 * 128 * 4).map((_, at) => [255, 4, 4, 128][at % 4]!)
    const file = new File([header, reds], 'red.hdr')
    const onFailed = vi.fn<() => void>()
    viewer.put(<CustomEnvironment file={file} onFailed={onFailed} />)
    await vi.waitFor(async () => expect((await viewer.seen()).count(isRed)).toBeGreaterThan(0.9))
    viewer.put(null)
    await vi.waitFor(async () => expect((await viewer.seen()).count(isRed)).toBe(0))
    viewer.put(<CustomEnvironment file={new File(['nothing'], 'a.hdr')} onFailed={onFailed} />)
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
  })
})

describe('ModelEditor', () => {
  it('opens a panel that checks the surface and finds open edges', async () => {
    const url = await boxUrl(5)
    const glb = new Uint8Array(await (await fetch(url)).arrayBuffer())
    const { topology } = await makeReport(glb)
    render(
      <div style={{ position: 'relative', width: 900, height: 600 }}>
        <ModelEditor model={{ url, title: 'Box', fileName: 'box.glb' }} active />
      </div>,
    )
    await waitUntilDrawn()
    fireEvent.click(screen.getByRole('button', { name: 'Info and checks' }))
    await screen.findByRole('region', { name: 'Info and checks' })
    expect(await screen.findByText(`${topology.boundaryEdges} boundary edges`, {})).toBeTruthy()
    expect(screen.getByRole('switch', { name: /Highlight in the model/ })).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('region', { name: 'Info and checks' }), { key: 'Escape' })
    expect(screen.queryByRole('region', { name: 'Info and checks' })).toBeNull()
  })

  // The test takes seconds, because each step checks the whole mesh in a worker.
  it('fills a hole for printing, reports the change, checks again, and undoes the change', async () => {
    const url = await boxUrl(5)
    render(
      <div style={{ position: 'relative', width: 900, height: 600 }}>
        <ModelEditor model={{ url, title: 'Box', fileName: 'box.glb' }} active />
      </div>,
    )
    await waitUntilDrawn()
    expect(triangles()).toBe('10')
    // Without styles, the button of the narrow toolbar is shown too.
    const [openPrint] = screen.getAllByRole('button', { name: 'Print preparation' })
    fireEvent.click(openPrint!)
    // The verdict and the row of the check name the fault.
    expect(await screen.findAllByText('4 boundary edges')).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: 'Fill' }))
    await screen.findByText('Filled 1 hole.')
    await screen.findByText('Watertight')
    await vi.waitFor(() => expect(triangles()).toBe('12'))

    // A small print has few grid cells.
    const height = screen.getByRole('spinbutton', { name: 'Print height' })
    fireEvent.change(height, { target: { value: '30' } })
    fireEvent.blur(height)
    screen.getByText('Hollow', { selector: 'summary *' }).closest('details')!.open = true
    fireEvent.click(screen.getByRole('button', { name: 'Hollow' }))
    await screen.findByText(/^Hollowed: \d+% less material/)
    await screen.findByText('Watertight')
    for (const left of ['12', '10']) {
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
      await vi.waitFor(() => expect(triangles()).toBe(left))
    }
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('asks for confirmation before it opens a large model, then opens a simplified copy or the original', async () => {
    const url = await boxUrl()
    const model = { url, title: 'Giant', fileName: 'giant.glb', triangles: 20_000_000 }
    const fetched = vi.spyOn(globalThis, 'fetch')
    const stand = () =>
      render(
        <div style={{ position: 'relative', width: 900, height: 600 }}>
          <ModelEditor model={model} active />
        </div>,
      )
    stand()
    expect((await screen.findByRole('alertdialog')).textContent).toContain('20,000,000 triangles')
    expect(screen.queryByRole('toolbar')).toBeNull()
    await screen.findByText('Graphics memory')
    const wholes = () =>
      fetched.mock.calls.filter(([, init]) => !new Headers(init?.headers).has('range'))
    expect(wholes()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Open a simplified copy' }))
    await vi.waitFor(() => expect(triangles()).toBe('12'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await screen.findByText('Simplified copy: 12 of 20,000,000 triangles')
    expect(wholes().map(([from]) => from)).not.toContain(url)
    cleanup()

    stand()
    fireEvent.click(await screen.findByRole('button', { name: 'Open the original' }))
    await vi.waitFor(() => expect(triangles()).toBe('12'))
    expect(wholes().map(([from]) => from)).toContain(url)
    fetched.mockRestore()
  })

  it('can open only a simplified copy of a model that exceeds the browser’s limits', async () => {
    const model = { url: await boxUrl(), title: 'Giant', fileName: 'a.glb', triangles: 20_000_001 }
    render(<ModelEditor model={model} active />)
    expect((await screen.findByRole('alertdialog')).textContent).toContain('can handle')
    expect(screen.getByRole('button', { name: 'Open a simplified copy' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open the original' })).toBeNull()
  })

  // The test takes seconds, because the workers start here.
  it('simplifies a model, compares it with the original, and saves it in quads', async () => {
    const glb = await makeGlb({ cells: 30, color: [0, 1, 0] })
    const url = URL.createObjectURL(new Blob([glb]))
    render(
      <div style={{ position: 'relative', width: 900, height: 600 }}>
        <ModelEditor model={{ url, title: 'Square', fileName: 'square.glb' }} active />
      </div>,
    )
    await vi.waitFor(() => expect(triangles()).toBe('1800'))
    fireEvent.click(screen.getByRole('button', { name: 'Optimize' }))
    const field = await screen.findByRole('spinbutton', { name: 'Maximum triangles' })
    fireEvent.change(field, { target: { value: '100' } })
    fireEvent.blur(field)
    fireEvent.click(screen.getByRole('button', { name: 'Optimize model' }))
    await vi.waitFor(() => expect(Number(triangles())).toBeLessThanOrEqual(102))
    await screen.findByRole('rowheader', { name: 'Triangles' })
    expect(screen.getByRole('cell', { name: '1,800' })).toBeTruthy()
    fireEvent.change(field, { target: { value: '600' } })
    fireEvent.blur(field)
    fireEvent.click(screen.getByRole('button', { name: 'Optimize model' }))
    await vi.waitFor(() => expect(Number(triangles())).toBeGreaterThan(400))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await vi.waitFor(() => expect(triangles()).toBe('1800'))

    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    fireEvent.click(await screen.findByRole('switch', { name: /^Merge triangles into quads/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Save OBJ' }))
    await screen.findByText('Saved with 900 quads and 0 triangles.')
  })
})
