import { _roots } from '@react-three/fiber'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef, StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { writeGlb } from '#lib/gltf/glb.ts'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { defaultLook } from './look/look.ts'
import { models } from './loading/models.ts'
import { Viewer, type ViewerHandle, type ViewerProps } from './viewer.tsx'
import { sizeStage } from './page-style.fixture.ts'

const redPaint: [number, number, number] = [0.6, 0, 0]
const bluePaint: [number, number, number] = [0, 0, 0.6]

sizeStage()

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const getUrl = (bytes: Uint8Array<ArrayBuffer>) => URL.createObjectURL(new Blob([bytes]))
const redSquare = async () => getUrl(await makeGlb({ color: redPaint }))

/** Resolves after the browser has drawn some frames. */
async function afterFrames(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame)
}

function show(first: ViewerProps = {}) {
  const handle = createRef<ViewerHandle>()
  const onLoaded = vi.fn<(loaded: LoadedModel) => void>()
  const onFailed = vi.fn<(error: unknown) => void>()
  const common = { ref: handle, onLoaded, onFailed, reducedMotion: true }
  const view = render(<Viewer {...common} {...first} />)
  const stage = view.container.firstElementChild as HTMLElement
  const canvas = () => stage.querySelector('canvas')!
  const renderer = () => _roots.get(canvas())!.store.getState().gl
  return {
    onLoaded,
    onFailed,
    handle,
    stage,
    canvas,
    renderer,
    update: (props: ViewerProps) => view.rerender(<Viewer {...common} {...props} />),
    until: (state: string) => vi.waitFor(() => expect(stage.dataset['state']).toBe(state)),
    atRest: async () => {
      await vi.waitFor(() => expect(stage.dataset['frames']).toBeDefined())
      let drawn = -1
      await vi.waitFor(
        () => {
          const now = renderer().info.render.frame
          const isSame = now === drawn
          drawn = now
          expect(isSame).toBe(true)
        },
        { interval: 300 },
      )
    },
    look: async () => {
      const picture = await createImageBitmap(await handle.current!.screenshot())
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
      context.drawImage(picture, 0, 0)
      const { data } = context.getImageData(0, 0, picture.width, picture.height)
      const middle = 4 * (Math.floor(picture.height / 2) * picture.width + picture.width / 2)
      let covered = 0
      for (let at = 3; at < data.length; at += 4) if (data[at]! > 200) covered++
      const [red = 0, green = 0, blue = 0] = data.slice(middle, middle + 3)
      return { red, green, blue, covered: covered / (data.length / 4) }
    },
  }
}

function offerWebGl(isOffered: (wish: object) => boolean) {
  const original = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext')?.value
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
    type: string,
    wish: object = {},
  ) {
    if (type.startsWith('webgl') && !isOffered(wish)) return null
    return original.call(this, type, wish)
  })
}

describe('Viewer', () => {
  it('shows a model in three-quarter view, and keeps the user’s view for another version of the model', async () => {
    const { handle, stage, until, update } = show({
      model: { url: await redSquare(), title: 'Red' },
      subject: 'square',
    })
    const seen = async (from: string) => {
      await until('ready')
      await vi.waitFor(() => expect(stage.textContent).toContain(`Seen from the ${from}`))
    }
    const next = async (subject: string) => {
      update({ model: { url: await redSquare(), title: 'Red' }, subject })
      await vi.waitFor(() => expect(stage.dataset['state']).toBe('loading'))
    }
    await seen('front right')
    handle.current!.view('back')
    await seen('back')
    await next('square')
    await seen('back')
    await next('another')
    await seen('front right')
  })

  it('shows an empty canvas until a model is set', async () => {
    const viewer = show()
    await viewer.until('empty')
    await vi.waitFor(async () => expect((await viewer.look()).covered).toBe(0))
    // Without a model, no frame is drawn.
    expect(viewer.stage.dataset['frames']).toBeUndefined()

    viewer.update({ model: { url: await redSquare(), title: 'Square' } })
    await viewer.until('ready')
    const seen = await viewer.look()
    expect(seen.covered).toBeGreaterThan(0.1)
    expect(seen.red).toBeGreaterThan(4 * seen.blue)
    expect(viewer.stage.dataset['triangles']).toBe('2')
    expect(viewer.onLoaded).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ triangles: 2, vertices: 4, sizeMetres: [1, 1, 0], materials: 1 }),
    )
    expect(screen.getByRole('img', { name: /3D model: Square\. 2 triangles/ })).toBeTruthy()
  })

  it('draws at low resolution first in software rendering, then at full resolution', async () => {
    const widths: number[] = []
    const { prototype } = WebGL2RenderingContext
    const original = Object.getOwnPropertyDescriptor(prototype, 'drawElements')?.value
    vi.spyOn(prototype, 'drawElements').mockImplementation(function (
      this: WebGL2RenderingContext,
      ...args
    ) {
      // Counts only drawings to the canvas, not to render targets.
      if (!this.getParameter(this.FRAMEBUFFER_BINDING)) widths.push(this.drawingBufferWidth)
      original.apply(this, args)
    })
    const viewer = show({ model: { url: await redSquare(), title: 'Square' } })
    await viewer.until('ready')
    await viewer.atRest()
    const all = Math.floor(320 * window.devicePixelRatio)
    expect(widths[0]).toBe(128)
    expect(widths.at(-1)).toBe(all)
    expect(viewer.canvas().width).toBe(all)
  })

  it('shows a model at once in preview materials, close to its final colours', async () => {
    const viewer = show()
    await viewer.until('empty')
    const own = () => {
      let type = ''
      _roots
        .get(viewer.canvas())!
        .store.getState()
        .scene.traverse((object) => {
          if (!('material' in object) || !object.layers.isEnabled(0)) return
          type = (object.material as { type: string }).type
        })
      return type
    }
    viewer.update({ model: { url: await redSquare(), title: 'Square' } })
    await vi.waitFor(() => expect(viewer.renderer().info.render.triangles).toBeGreaterThan(0), {
      interval: 1,
    })
    expect(own()).toBe('MeshMatcapMaterial')
    const first = await viewer.look()
    await viewer.until('ready')
    expect(own()).toBe('MeshStandardMaterial')
    const then = await viewer.look()
    expect(first.covered).toBeCloseTo(then.covered, 2)
    expect(Math.abs(first.red - then.red)).toBeLessThan(40)
    expect(Math.abs(first.blue - then.blue)).toBeLessThan(40)
  })

  it('shows a texture in its own colours', async () => {
    const paint = new OffscreenCanvas(8, 8)
    const context = paint.getContext('2d')!
    context.fillStyle = 'rgb(90 140 170)'
    context.fillRect(0, 0, 8, 8)
    const png = new Uint8Array(await (await paint.convertToBlob()).arrayBuffer())
    const glb = await makeGlb({ color: [1, 1, 1], png })
    const viewer = show({ model: { url: getUrl(glb), title: 'Picture' } })
    await viewer.until('ready')
    const { red, green, blue } = await viewer.look()
    expect(Math.abs(red - 90)).toBeLessThan(16)
    expect(Math.abs(green - 140)).toBeLessThan(16)
    expect(Math.abs(blue - 170)).toBeLessThan(16)
  })

  it('keeps a model visible until the next model is ready', async () => {
    const viewer = show({ model: { url: await redSquare(), title: 'Red' } })
    await viewer.until('ready')
    let send: ((bytes: Uint8Array) => void) | undefined
    vi.stubGlobal('fetch', async () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          send = (bytes) => {
            controller.enqueue(bytes)
            controller.close()
          }
        },
      })
      return new Response(body)
    })
    viewer.update({ model: { url: '/blue.glb', title: 'Blue' } })
    await viewer.until('loading')
    expect((await viewer.look()).red).toBeGreaterThan(80)
    await screen.findByRole('progressbar', { name: 'Loading Blue' })

    send?.(await makeGlb({ color: bluePaint }))
    await viewer.until('ready')
    const seen = await viewer.look()
    expect(seen.blue).toBeGreaterThan(4 * seen.red)
  })

  it('keeps its model while and after another viewer shows the same file', async () => {
    const model = { url: await redSquare(), title: 'Red' }
    const viewer = show({ model })
    await viewer.until('ready')
    const preview = show({ model })
    await preview.until('ready')
    expect((await preview.look()).red).toBeGreaterThan(80)
    expect((await viewer.look()).red).toBeGreaterThan(80)
    preview.update({})
    await preview.until('empty')
    expect((await viewer.look()).red).toBeGreaterThan(80)
  })

  // The test takes seconds, because many models are drawn and released.
  it('frees every released model', async () => {
    const empty = async () => {
      viewer.update({})
      await viewer.until('empty')
      await viewer.atRest()
      await vi.waitFor(() => {
        models.trim(0)
        expect(models.heldBytes()).toBe(0)
      })
      return { ...viewer.renderer().info.memory }
    }
    const viewer = show({ model: { url: await redSquare(), title: 'First' } })
    await viewer.until('ready')
    await viewer.atRest()
    // The light stays on the GPU after the first model.
    const before = await empty()
    for (let cells = 1; cells <= 6; cells++) {
      viewer.update({ model: { url: getUrl(await makeGlb({ cells })), title: `Square ${cells}` } })
      await viewer.until('ready')
    }
    await viewer.atRest()
    expect(viewer.renderer().info.memory.geometries).toBeGreaterThan(before.geometries)
    expect(await empty()).toEqual(before)
    expect((await viewer.look()).covered).toBe(0)
  })

  it('draws no frames while nothing changes', async () => {
    // Turns the shadow off, because it is drawn later, when the GPU is idle.
    const look = { ...defaultLook, hasShadow: false }
    const viewer = show({ look, model: { url: await redSquare(), title: 'Square' } })
    await viewer.until('ready')
    await viewer.atRest()
    const frames = viewer.renderer().info.render.frame
    await afterFrames(30)
    expect(viewer.renderer().info.render.frame).toBe(frames)

    act(() => viewer.handle.current!.view('front'))
    await vi.waitFor(() => expect(viewer.renderer().info.render.frame).toBeGreaterThan(frames))
    await viewer.atRest()
    await vi.waitFor(() => expect(screen.getByText('Seen from the front')).toBeTruthy())
  })

  it('draws nothing while hidden, and draws the model when it is visible again', async () => {
    const url = await redSquare()
    const viewer = show({ active: false, model: { url, title: 'Square' } })
    await vi.waitFor(() => expect(viewer.onLoaded).toHaveBeenCalled())
    const frames = viewer.renderer().info.render.frame
    act(() => viewer.handle.current!.view('front'))
    await afterFrames(10)
    expect(viewer.renderer().info.render.frame).toBe(frames)
    viewer.update({ active: true, model: { url, title: 'Square' } })
    await viewer.until('ready')
  })

  it('orbits by keys', async () => {
    const viewer = show({ model: { url: await redSquare(), title: 'Square' } })
    await viewer.until('ready')
    const before = (await viewer.look()).covered
    const area = screen.getByRole('application', { name: 'Square' })
    fireEvent.keyDown(area, { key: '3' })
    await viewer.atRest()
    // After the rotation, the camera sees the square from its edge.
    expect((await viewer.look()).covered).toBeLessThan(before / 4)
  })

  it('restores the model after a lost context', async () => {
    const viewer = show({ model: { url: await redSquare(), title: 'Square' } })
    await viewer.until('ready')
    await viewer.atRest()
    const loser = viewer.renderer().getContext().getExtension('WEBGL_lose_context')!
    loser.loseContext()
    await viewer.until('lost')
    expect(screen.getByText(/Bringing the model back/)).toBeTruthy()
    loser.restoreContext()
    await viewer.until('ready')
    await viewer.atRest()
    expect(screen.queryByText(/Bringing the model back/)).toBeNull()
    expect((await viewer.look()).red).toBeGreaterThan(80)
  })

  // The test takes seconds, because the viewer first waits for the context to be restored.
  it('shows a button to restart if the context is not restored', async () => {
    const viewer = show({ model: { url: await redSquare(), title: 'Square' } })
    await viewer.until('ready')
    viewer.renderer().getContext().getExtension('WEBGL_lose_context')!.loseContext()
    const button = await screen.findByRole('button', { name: 'Restart the view' })
    const before = viewer.canvas()
    fireEvent.click(button)
    await viewer.until('ready')
    expect(viewer.canvas()).not.toBe(before)
    await viewer.atRest()
    expect((await viewer.look()).red).toBeGreaterThan(80)
    viewer.update({ model: { url: getUrl(await makeGlb({ color: bluePaint })), title: 'Blue' } })
    await viewer.until('ready')
    await vi.waitFor(async () => expect((await viewer.look()).blue).toBeGreaterThan(80))
  })

  it.each([
    ['no GLB', async () => new TextEncoder().encode('<!doctype html>'), 'not a GLB model'],
    ['a cut file', async () => (await makeGlb({ cells: 9 })).slice(0, -100), 'incomplete'],
    ['an empty scene', async () => writeGlb({ asset: { version: '2.0' } }), 'has no meshes'],
    [
      'a file that needs others',
      async () =>
        writeGlb({ asset: { version: '2.0' }, images: [{ uri: 'https://example.com/a.png' }] }),
      'external files',
    ],
    [
      'a reference to nothing',
      async () =>
        writeGlb({
          asset: { version: '2.0' },
          scenes: [{ nodes: [0] }],
          nodes: [{ mesh: 0 }],
          meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
          accessors: [{ count: 3, componentType: 5126, type: 'VEC3', bufferView: 4 }],
        }),
      'is damaged',
    ],
  ])('explains the defect of %s and can still show other models', async (_name, make, words) => {
    const viewer = show({ model: { url: getUrl(await make()), title: 'Broken' } })
    await viewer.until('failed')
    expect(screen.getByRole('alert').textContent).toContain(words)
    expect(viewer.onFailed).toHaveBeenCalledOnce()
    viewer.update({ model: { url: await redSquare(), title: 'Square' } })
    await viewer.until('ready')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('loads the model again on request after a failure', async () => {
    const good = await makeGlb({ color: redPaint })
    const fetched = vi
      .fn<() => Promise<Response>>()
      .mockResolvedValueOnce(new Response('', { status: 503 }))
      .mockResolvedValueOnce(new Response(good))
    vi.stubGlobal('fetch', fetched)
    const viewer = show({ model: { url: '/sometimes.glb', title: 'Sometimes' } })
    await viewer.until('failed')
    expect(screen.getByRole('alert').textContent).toContain('503')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await viewer.until('ready')
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('cancels the download of a model that is replaced', async () => {
    const signals: AbortSignal[] = []
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return new Promise(() => {})
    })
    const viewer = show({ model: { url: '/endless.glb', title: 'Endless' } })
    await viewer.until('loading')
    expect(signals).toHaveLength(1)
    viewer.update({})
    await viewer.until('empty')
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true))
    expect(viewer.onFailed).not.toHaveBeenCalled()
  })

  it('disables antialiasing in software rendering', async () => {
    offerWebGl((wish) => !('failIfMajorPerformanceCaveat' in wish))
    const viewer = show({ model: { url: await redSquare(), title: 'Square' } })
    await viewer.until('ready')
    expect(viewer.renderer().getContext().getContextAttributes()?.antialias).toBe(false)
  })

  it('explains that WebGL 2 is missing', async () => {
    offerWebGl(() => false)
    vi.spyOn(console, 'error').mockReturnValue()
    const viewer = show({ model: { url: await redSquare(), title: 'Square' } })
    await viewer.until('failed')
    expect(screen.getByRole('alert').textContent).toContain('needs WebGL 2')
  })

  it("downloads once and creates one context in React's strict mode", async () => {
    const good = await makeGlb({ color: redPaint })
    const fetched = vi.fn<() => Promise<Response>>(async () => new Response(good.slice()))
    vi.stubGlobal('fetch', fetched)
    const view = render(
      <StrictMode>
        <Viewer model={{ url: '/strict.glb', title: 'Square' }} />
      </StrictMode>,
    )
    const stage = view.container.firstElementChild as HTMLElement
    await vi.waitFor(() => expect(stage.dataset['state']).toBe('ready'))
    expect(fetched).toHaveBeenCalledOnce()
    const { gl } = _roots.get(stage.querySelector('canvas')!)!.store.getState()
    // An unmounted react-three-fiber canvas loses its context after 500 ms.
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(gl.getContext().isContextLost()).toBe(false)
  })
})
