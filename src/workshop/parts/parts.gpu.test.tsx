import { type Document as Gltf, Document, type Node as GltfNode, WebIO } from '@gltf-transform/core'
import { KHRMaterialsVariants } from '@gltf-transform/extensions'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModelEditor } from '../editor/editor.tsx'
import { loadGlb } from '#viewer/loading/load-glb.ts'
import { defaultLook } from '#viewer/look/look.ts'
import { createBox } from '#model-files/mesh/solids.ts'
import { sampleModels } from '#viewer/samples/sample-models.ts'
import { withVariant } from '#model-files/glb/variant-address.ts'
import { Viewer, type ViewerHandle } from '#viewer/viewer.tsx'
import { PartsStage } from './parts-stage.tsx'
import { createPartsStore } from '../state/parts-store.ts'
import { sizeStage } from '#viewer/page-style.fixture.ts'
import { waitUntilDrawn } from '#viewer/drawn-viewer.fixture.ts'

sizeStage(400, 200)

afterEach(cleanup)

/**
 * Creates a model with a red box on the left, a green box on the right, and a second scene. Its
 * clip lifts the green box, or moves both boxes if `walks` is set.
 */
async function figureUrl({ walks = false } = {}): Promise<string> {
  const gltf = new Document()
  const buffer = gltf.createBuffer()
  const list = (
    type: 'VEC3' | 'SCALAR',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => gltf.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const paint = (color: [number, number, number]) =>
    gltf
      .createMaterial()
      .setBaseColorFactor([...color, 1])
      .setMetallicFactor(0)
  const { positions, indices } = createBox([1, 1, 1])
  const stand = (name: string, x: number, material: ReturnType<Gltf['createMaterial']>) => {
    const primitive = gltf
      .createPrimitive()
      .setAttribute('POSITION', list('VEC3', positions.slice()))
      .setIndices(list('SCALAR', indices.slice()))
      .setMaterial(material)
    const mesh = gltf.createMesh().addPrimitive(primitive)
    return { node: gltf.createNode(name).setMesh(mesh).setTranslation([x, 0, 0]), mesh, primitive }
  }
  const left = stand('Left', -1, paint([1, 0, 0]))
  const right = stand('Right', 1, paint([0, 1, 0]))
  const blue = paint([0, 0, 1])
  const variants = gltf.createExtension(KHRMaterialsVariants)
  const night = variants.createVariant('Night')
  right.primitive.setExtension(
    'KHR_materials_variants',
    variants
      .createMappingList()
      .addMapping(variants.createMapping().addVariant(night).setMaterial(blue)),
  )
  const wide = gltf.createPrimitiveTarget('wide')
  wide.setAttribute(
    'POSITION',
    list(
      'VEC3',
      positions.map((value) => value * 0.2),
    ),
  )
  left.primitive.addTarget(wide)
  left.mesh.setExtras({ targetNames: ['wide'] }).setWeights([0])
  const lift = gltf.createAnimation('Lift')
  const move = (node: GltfNode, x: number, to: number[]) => {
    const sampler = gltf
      .createAnimationSampler()
      .setInput(list('SCALAR', new Float32Array([0, 1])))
      .setOutput(list('VEC3', new Float32Array([x, 0, 0, ...to])))
    const channel = gltf
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath('translation')
      .setSampler(sampler)
    lift.addSampler(sampler).addChannel(channel)
  }
  if (walks) {
    move(left.node, -1, [49, 0, 0])
    move(right.node, 1, [51, 0, 0])
  } else {
    move(right.node, 1, [1, 5, 0])
  }
  const first = gltf.createScene('Both').addChild(left.node).addChild(right.node)
  gltf.getRoot().setDefaultScene(first)
  gltf.createScene('One').addChild(stand('Alone', 0, blue).node)
  const io = new WebIO().registerExtensions([KHRMaterialsVariants])
  return URL.createObjectURL(new Blob([await io.writeBinary(gltf)]))
}

async function show(url?: string) {
  const store = createPartsStore()
  const handle = createRef<ViewerHandle>()
  const view = render(
    <Viewer
      ref={handle}
      model={{ url: url ?? (await figureUrl()), title: 'Figure' }}
      look={{ ...defaultLook, hasShadow: false }}
      onStage={<PartsStage store={store} />}
      reducedMotion
    />,
  )
  const stage = view.container.firstElementChild as HTMLElement
  await vi.waitFor(() => expect(stage.dataset['state']).toBe('ready'))
  await vi.waitFor(() => expect(store.getState().tree.length).toBeGreaterThan(0))
  handle.current!.view('front')
  const seen = async () => {
    const bitmap = await createImageBitmap(await handle.current!.screenshot())
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    const count = { red: 0, green: 0 }
    const middle = { red: 0, green: 0 }
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, , alpha = 0] = data.subarray(at, at + 4)
      if (alpha < 128) continue
      const name = red > green ? 'red' : 'green'
      count[name]++
      middle[name] += (at / 4) % bitmap.width
    }
    return { ...count, apart: middle.green / count.green - middle.red / count.red }
  }
  const picture = async () =>
    [...new Uint8Array(await (await handle.current!.screenshot()).arrayBuffer())].join()
  return { store, seen, picture }
}

describe('PartsStage', () => {
  it('hides parts, moves parts apart, and restores the model', async () => {
    const { store, seen } = await show()
    expect(store.getState().tree.map(({ name, triangles }) => [name, triangles])).toEqual([
      ['Left', 12],
      ['Right', 12],
    ])
    const whole = await seen()
    expect(Math.min(whole.red, whole.green)).toBeGreaterThan(500)
    store.setState({ hidden: new Set([0]) })
    await vi.waitFor(async () => expect(await seen()).toMatchObject({ red: 0, green: whole.green }))
    store.setState({ hidden: new Set(), apart: 0.5 })
    await vi.waitFor(async () => expect((await seen()).apart).toBeGreaterThan(whole.apart * 1.3))
    store.setState({ apart: 0 })
    await vi.waitFor(async () => expect(await seen()).toEqual(whole))
  })

  it('applies morph targets, and seeks in a clip', async () => {
    const { store, seen } = await show()
    const whole = await seen()
    expect(store.getState().morphs).toEqual([{ name: 'wide', amount: 0 }])
    store.setState({ morphs: [{ name: 'wide', amount: 1 }] })
    await vi.waitFor(async () => expect((await seen()).red).toBeGreaterThan(whole.red * 1.2))
    store.setState({ morphs: [{ name: 'wide', amount: 0 }] })

    expect(store.getState().clips).toEqual([{ name: 'Lift', seconds: 1 }])
    store.setState({ clip: 0, isPlaying: false, seconds: 0 })
    store.setState({ seconds: 0.95 })
    // The view becomes larger when the model leaves its bounds at rest.
    await vi.waitFor(async () => {
      const { red, green } = await seen()
      expect(red).toBeLessThan(whole.red / 2)
      expect(Math.abs(green - red)).toBeLessThan(red / 3)
    })
    store.setState({ clip: undefined })
    await vi.waitFor(async () => expect(await seen()).toEqual(whole))
  })

  it('follows a walking model', async () => {
    const { store, seen } = await show(await figureUrl({ walks: true }))
    const whole = await seen()
    store.setState({ clip: 0, isPlaying: false, seconds: 0 })
    store.setState({ seconds: 0.95 })
    await vi.waitFor(async () => {
      const { red, green } = await seen()
      expect(red / whole.red).toBeCloseTo(1, 1)
      expect(green / whole.green).toBeCloseTo(1, 1)
    })
    store.setState({ seconds: 0 })
    await vi.waitFor(async () => expect(await seen()).toEqual(whole))
  })

  it('draws the bones on request, and hides the bones again', async () => {
    const skin = await sampleModels['skin']!()
    const { store, picture } = await show(URL.createObjectURL(new Blob([skin])))
    expect(store.getState().bones).toBe(2)
    const plain = await picture()
    store.setState({ showsBones: true })
    await vi.waitFor(async () => expect(await picture()).not.toBe(plain))
    store.setState({ showsBones: false })
    await vi.waitFor(async () => expect(await picture()).toBe(plain))
  })

  it('starts with the morph amounts of the file', async () => {
    const { store } = await show(URL.createObjectURL(new Blob([await sampleModels['morph']!()])))
    expect(store.getState().morphs[0]!.amount).toBeCloseTo(0.6)
  })

  it('starts a clip automatically', async () => {
    const { store } = await show()
    store.setState({ clip: 0, isPlaying: true })
    await vi.waitFor(() => expect(store.getState().seconds).toBeGreaterThan(0.2))
  })

  it('reports the position of a clip when the clip is paused', async () => {
    const { store, picture } = await show()
    store.setState({ clip: 0, isPlaying: true, speed: 0.05 })
    const first = await picture()
    await vi.waitFor(async () => expect(await picture()).not.toBe(first))
    store.setState({ isPlaying: false })
    expect(store.getState().seconds).toBeGreaterThan(0)
    store.setState({ isPlaying: true })
    store.setState({ isPlaying: false, seconds: 0 })
    expect(store.getState().seconds).toBe(0)
    await vi.waitFor(async () => expect(await picture()).toBe(first))
  })
})

const load = async (url: string) => loadGlb(url, new AbortController().signal)

describe('scenes and material variants of a file', () => {
  it('are listed by name and selected in the address', async () => {
    const url = await figureUrl()
    const own = await load(url)
    expect(own.facts).toMatchObject({ scenes: ['Both', 'One'], scene: 0, variants: ['Night'] })
    const one = await load(withVariant(url, { scene: 1 }))
    expect(one.scene.children.map(({ name }) => name)).toEqual(['Alone'])
    expect(one.facts.sizeMetres[0]).toBeCloseTo(1)
    const getColor = (model: Awaited<ReturnType<typeof load>>) =>
      Reflect.get(model.scene.getObjectByName('Right')!, 'material').color.getHexString()
    expect(getColor(own)).toBe('00ff00')
    expect(getColor(await load(withVariant(url, { variant: 0 })))).toBe('0000ff')
    expect(getColor(await load(withVariant(url, { scene: 9, variant: 9 })))).toBe('00ff00')
  })
})

describe('PartsPanel', () => {
  it('shows the tree, and keeps other parts hidden when the panel is closed', async () => {
    const url = await figureUrl()
    render(
      <div style={{ position: 'relative', width: 900, height: 600 }}>
        <ModelEditor model={{ url, title: 'Figure', fileName: 'figure.glb' }} active />
      </div>,
    )
    await waitUntilDrawn()
    const panel = { name: 'Parts and animation' }
    fireEvent.click(screen.getByRole('button', panel))
    const bar = await screen.findByRole('region', { name: 'Animation' })
    fireEvent.click(await within(bar).findByRole('button', { name: 'Pause' }))
    fireEvent.change(within(bar).getByRole('slider'), { target: { value: 0 } })
    fireEvent.click(await screen.findByRole('button', { name: 'Show only Left' }))
    await screen.findByRole('button', { name: 'Show Right' })
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    fireEvent.click(screen.getByRole('button', panel))
    await screen.findByRole('button', { name: 'Show Right' })

    fireEvent.click(screen.getByRole('button', { name: 'Show Right' }))
    const canvas = document.querySelector('canvas')!
    const row = await screen.findByRole('button', { name: 'Select Left' })
    // The left box is at a position that depends on the view's size, so the test tries one click at
    // a time.
    const spots = [0.4, 0.3, 0.5, 0.6, 0.2].flatMap((y) =>
      [0.4, 0.35, 0.3, 0.45].map((x) => [x, y]),
    )
    let tries = 0
    await vi.waitFor(
      () => {
        if (row.getAttribute('aria-pressed') === 'true') return
        const { left, top, width, height } = canvas.getBoundingClientRect()
        const [x, y] = spots[tries++ % spots.length]!
        const at = { clientX: left + x! * width, clientY: top + y! * height }
        const common = { isPrimary: true, button: 0, pointerId: 1, bubbles: true, ...at }
        canvas.dispatchEvent(new PointerEvent('pointerdown', common))
        canvas.dispatchEvent(new PointerEvent('pointerup', common))
        throw new Error('The left box is not selected yet.')
      },
      { interval: 200 },
    )
    fireEvent.click(screen.getByRole('button', { name: 'Material: Material 1' }))
    const material = await screen.findByRole('button', { name: /^Material 1/, expanded: true })
    expect(material.parentElement!.textContent).toContain('Base colour#ff0000')
    fireEvent.click(screen.getByRole('button', { name: /^Material 2/ }))
    expect(screen.queryByText('#ff0000')).toBeNull()
    expect(screen.getAllByText('#00ff00').length).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('button', panel))

    fireEvent.click(await screen.findByRole('button', { name: 'Rotate 90° around Z' }))
    await screen.findByRole('button', { name: 'Undo: Rotated by 90°.' })
  })
})
