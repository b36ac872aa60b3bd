import { _roots } from '@react-three/fiber'
import { cleanup, render } from '@testing-library/react'
import { createRef } from 'react'
import { Mesh, MeshStandardMaterial, NoColorSpace } from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { models as heldModels } from '../loading/models.ts'
import { Viewer, type ViewerHandle } from '../viewer.tsx'
import { defaultLook, type Look } from './look.ts'
import type { DisplayMode } from './modes/display-modes.ts'
import { modes } from './modes.ts'
import { sizeStage } from '../page-style.fixture.ts'

sizeStage()

afterEach(cleanup)

const calm = { hasShadow: false } as const

async function show(look: Partial<Look>) {
  const paint = new OffscreenCanvas(8, 8)
  const context = paint.getContext('2d')!
  context.fillStyle = 'rgb(90 140 170)'
  context.fillRect(0, 0, 8, 8)
  const png = new Uint8Array(await (await paint.convertToBlob()).arrayBuffer())
  const url = URL.createObjectURL(new Blob([await makeGlb({ color: [1, 1, 1], png })]))
  const handle = createRef<ViewerHandle>()
  const setLook = (change: Partial<Look>) => (
    <Viewer
      ref={handle}
      model={{ url, title: 'Square' }}
      look={{ ...defaultLook, ...calm, ...change }}
      reducedMotion
    />
  )
  const view = render(setLook(look))
  const stage = view.container.firstElementChild as HTMLElement
  await vi.waitFor(() => expect(stage.dataset['state']).toBe('ready'))
  handle.current!.view('front')
  const root = () => _roots.get(stage.querySelector('canvas')!)!.store.getState()
  return {
    root,
    handle,
    unmount: view.unmount,
    setLook: (change: Partial<Look>) => view.rerender(setLook(change)),
    spread: async () => {
      const picture = await createImageBitmap(await handle.current!.screenshot())
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
      canvas.drawImage(picture, 0, 0)
      const { data } = canvas.getImageData(0, 0, 1, picture.height)
      const greens = data.filter((_, at) => at % 4 === 1)
      return Math.max(...greens) - Math.min(...greens)
    },
    look: async () => {
      const picture = await createImageBitmap(await handle.current!.screenshot())
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
      canvas.drawImage(picture, 0, 0)
      const { data } = canvas.getImageData(0, 0, picture.width, picture.height)
      // Reads a pixel beside the middle, through which the edge between two triangles runs.
      const middle = 4 * (Math.floor(picture.height / 2) * picture.width + picture.width / 2 + 12)
      let covered = 0
      for (let at = 3; at < data.length; at += 4) if (data[at]! > 40) covered++
      return {
        middle: Array.from(data.subarray(middle, middle + 3)),
        covered: covered / (data.length / 4),
      }
    },
  }
}

/**
 * Waits until the picture differs from `before`, because the code of a mode is loaded on first use.
 */
async function changed(viewer: Awaited<ReturnType<typeof show>>, before: readonly number[]) {
  let seen = await viewer.look()
  await vi.waitFor(async () => {
    seen = await viewer.look()
    expect(distance(seen.middle, before)).toBeGreaterThan(1)
  })
  return seen
}

const distance = (seen: readonly number[], wanted: readonly number[]) =>
  Math.max(...seen.map((value, at) => Math.abs(value - wanted[at]!)))

describe('Viewer with display settings', () => {
  it.each<[DisplayMode, [number, number, number]]>([
    ['baseColor', [90, 140, 170]],
    ['normals', [128, 128, 255]],
    ['orientation', [92, 140, 219]],
    ['roughness', [255, 255, 255]],
    ['metalness', [0, 0, 0]],
    ['emissive', [0, 0, 0]],
    ['alpha', [255, 255, 255]],
  ])('shows the property %s as it is in the file', async (mode, colour) => {
    const viewer = await show({})
    const plain = await viewer.look()
    viewer.setLook({ mode })
    const { middle } = await changed(viewer, plain.middle)
    expect(distance(middle, colour)).toBeLessThan(14)
  })

  it('shows a normal texture in its stored colours', async () => {
    const viewer = await show({})
    const plain = await viewer.look()
    viewer.root().scene.traverse((object) => {
      if (!(object instanceof Mesh) || !(object.material instanceof MeshStandardMaterial)) return
      const { map } = object.material
      if (!map) return
      object.material.normalMap = map.clone()
      object.material.normalMap.colorSpace = NoColorSpace
    })
    viewer.setLook({ mode: 'normalTexture' })
    const { middle } = await changed(viewer, plain.middle)
    expect(distance(middle, [90, 140, 170])).toBeLessThan(3)
  })

  // The test takes seconds, because it draws every mode without a GPU.
  it('shows every mode and restores the model afterwards', async () => {
    const viewer = await show({ mode: 'clay' })
    const { gl, scene } = viewer.root()
    const plain = () => viewer.setLook({})
    const seen = new Set<string>()
    let leastCovered = 1
    const round = async () => {
      for (const { value: mode } of modes) {
        viewer.setLook({ mode })
        const { covered, middle } = await viewer.look()
        if (mode !== 'wireframe') leastCovered = Math.min(leastCovered, covered)
        seen.add(middle.join(' '))
      }
    }
    await changed(viewer, [0, 0, 0])
    await round()
    const materials = () => {
      const found = new Set<string>()
      scene.traverse((object) => {
        if ('material' in object) found.add((object.material as { uuid: string }).uuid)
      })
      return [...found]
    }
    plain()
    await viewer.look()
    const before = { ...gl.info.memory, programs: gl.info.programs!.length, own: materials() }
    await round()
    plain()
    await viewer.look()
    expect({ ...gl.info.memory, programs: gl.info.programs!.length, own: materials() }).toEqual(
      before,
    )
    expect(leastCovered).toBeGreaterThan(0.1)
    expect(seen.size).toBeGreaterThan(8)
  })

  it.each([false, true])(
    'draws a grid on the ground (orthographic: %s)',
    async (isOrthographic) => {
      const viewer = await show({ isOrthographic })
      viewer.handle.current!.view('threeQuarter')
      const { covered } = await viewer.look()
      viewer.setLook({ isOrthographic, hasGrid: true })
      await vi.waitFor(async () =>
        expect((await viewer.look()).covered).toBeGreaterThan(covered + 0.01),
      )
      viewer.setLook({ isOrthographic })
      await vi.waitFor(async () => expect((await viewer.look()).covered).toBe(covered))
    },
  )

  it.each([false, true])('shows clickable axes (orthographic: %s)', async (isOrthographic) => {
    const viewer = await show({ isOrthographic, hasGizmo: true })
    const canvas = viewer.root().gl.domElement
    const { right, top: above } = canvas.getBoundingClientRect()
    // From the front, the Y axis points up and is 30 px long.
    const [x, y] = [right - 52, above + 108 - 30]
    const pixelAt = () => {
      viewer.root().advance(performance.now())
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!
      copy.drawImage(canvas, 0, 0)
      const scale = canvas.width / canvas.clientWidth
      const { left, top } = canvas.getBoundingClientRect()
      return [...copy.getImageData((x - left - 4) * scale, (y - top - 4) * scale, 1, 1).data]
    }
    await vi.waitFor(() => expect(pixelAt()).toEqual([70, 167, 88, 255]))
    canvas.dispatchEvent(new PointerEvent('pointerdown', { clientX: x, clientY: y, bubbles: true }))
    const { camera } = viewer.root()
    expect(camera.position.clone().normalize().y).toBeGreaterThan(0.9)
  })

  it('restores a model’s own materials before it is freed', async () => {
    const viewer = await show({ mode: 'normals' })
    await changed(viewer, [0, 0, 0])
    const { gl } = viewer.root()
    viewer.unmount()
    await vi.waitFor(() => {
      heldModels.trim(0)
      expect(heldModels.heldBytes()).toBe(0)
    })
    expect(gl.info.memory.textures).toBeLessThanOrEqual(1)
    expect(gl.info.memory.geometries).toBe(0)
  })

  it('draws edges on a surface, and edges without a surface', async () => {
    const viewer = await show({ mode: 'wireframe' })
    await vi.waitFor(async () => {
      const { covered } = await viewer.look()
      expect(covered).toBeGreaterThan(0.001)
      expect(covered).toBeLessThan(0.1)
    })
  })

  it('doubles the light with every stop of exposure', async () => {
    const viewer = await show({})
    const plain = await viewer.look()
    viewer.setLook({ exposureEv: -2 })
    const dark = await changed(viewer, plain.middle)
    expect(dark.middle[2]!).toBeLessThan(plain.middle[2]! * 0.7)
  })

  it('rotates the light of another environment', async () => {
    const viewer = await show({})
    const studio = await viewer.look()
    viewer.setLook({ light: 'sunset' })
    const sunset = await changed(viewer, studio.middle)
    viewer.setLook({ light: 'sunset', lightTurn: 120 })
    await changed(viewer, sunset.middle)
    viewer.setLook({})
    await vi.waitFor(async () =>
      expect(distance((await viewer.look()).middle, studio.middle)).toBeLessThan(3),
    )
  })

  it('shows and hides the environment, sharp or blurred', async () => {
    const viewer = await show({ light: 'sun' })
    const { covered } = await viewer.look()
    const spreadAt = async (backgroundBlur: number) => {
      viewer.setLook({ light: 'sun', background: 'environment', backgroundBlur, lightTurn: 0 })
      await vi.waitFor(async () => expect((await viewer.look()).covered).toBe(1))
      return viewer.spread()
    }
    const sharp = await spreadAt(0)
    expect(sharp).toBeGreaterThan(0)
    expect(await spreadAt(1)).not.toBe(sharp)
    viewer.setLook({ light: 'sun' })
    await vi.waitFor(async () => expect((await viewer.look()).covered).toBe(covered))
  })

  it('keeps the size of the model in orthographic projection', async () => {
    const viewer = await show({})
    const { covered } = await viewer.look()
    viewer.setLook({ isOrthographic: true })
    viewer.handle.current!.view('front')
    const flat = await viewer.look()
    expect(Math.abs(flat.covered - covered)).toBeLessThan(0.02)
  })
})
