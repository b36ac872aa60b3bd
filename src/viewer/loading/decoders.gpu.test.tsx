import type { Mesh, MeshStandardMaterial } from 'three'
import { describe, expect, it } from 'vitest'
import { disposeTree } from '../gpu/dispose.ts'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import type { OptimizeResult, OptimizeOptions } from '#model-files/optimize/optimize-options.ts'
import { draco, ktx2, meshopt } from '#model-files/glb/packed-glbs.fixture.ts'
import { loadGlb } from './load-glb.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'

const load = (bytes: Uint8Array<ArrayBuffer>) =>
  loadGlb(URL.createObjectURL(new Blob([bytes])), new AbortController().signal)

const startsWith = (bytes: Uint8Array, at: number, word: string) =>
  Array.from(word, (letter) => letter.charCodeAt(0)).every(
    (code, index) => bytes[at + index] === code,
  )

function expectNoForeignRequests() {
  const origins = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).origin)
    .filter((origin) => origin !== 'null')
  expect([...new Set(origins)]).toEqual([location.origin])
}

describe('optimize worker', () => {
  it('packs geometry with Draco so that three.js can decode it', async () => {
    const url = URL.createObjectURL(new Blob([await makeGlb({ cells: 12 })]))
    const worker = new Worker(
      new URL('../../model-files/optimize/optimize-worker.ts', import.meta.url),
      {
        type: 'module',
      },
    )
    const wish: OptimizeOptions = { usesWebp: false, packing: 'draco' }
    const { glb, before, after } = await askWorker<OptimizeResult>(worker, { url, wish })
    expect(after.sizeBytes).toBeLessThan(before.sizeBytes / 2)
    const { scene, facts, bounds } = await load(glb)
    expect(facts.triangles).toBe(288)
    expect(facts.extensions).toContain('KHR_draco_mesh_compression')
    expect(bounds.radius).toBeCloseTo(Math.SQRT1_2, 2)
    expectNoForeignRequests()
    disposeTree(scene)
  })
})

describe('loadGlb', () => {
  it.each([
    ['Draco', draco],
    ['meshopt', meshopt],
  ])('decodes geometry in %s with a decoder from our own origin', async (_name, bytes) => {
    const { scene, bounds, facts } = await load(bytes)
    expect(facts.triangles).toBe(2)
    expect(bounds.box.max.toArray().map((metres) => Math.round(metres * 100) / 100)).toEqual([
      0.5, 0.5, 0,
    ])
    expectNoForeignRequests()
    disposeTree(scene)
  })

  it('resolves or rejects for every changed byte of Draco data, and loads the intact file afterwards', async () => {
    const start = [...draco.keys()].findIndex((at) => startsWith(draco, at, 'DRACO'))
    for (let at = start + 11; at < start + 60; at += 3) {
      const changed = draco.slice()
      changed[at] = 0xff
      const outcome = await load(changed).then(
        ({ facts }) => facts.triangles,
        (error: unknown) => error instanceof Error,
      )
      expect([2, true]).toContain(outcome)
    }
    const { facts } = await load(draco)
    expect(facts.triangles).toBe(2)
  })

  it.each([
    ['16,384 pixels a side', 20, 16_384],
    ['two billion layers', 32, 2 ** 31],
    ['255 levels', 40, 255],
  ])(
    'resolves or rejects for a KTX2 texture that declares %s, and loads the intact file afterwards',
    async (_name, offset, value) => {
      const changed = ktx2.slice()
      const start = [...ktx2.keys()].findIndex((at) => startsWith(ktx2, at, 'KTX 20')) - 1
      const view = new DataView(changed.buffer)
      view.setUint32(start + offset, value, true)
      if (offset === 20) view.setUint32(start + 24, value, true)
      const outcome = await load(changed).then(
        ({ facts, scene }) => {
          disposeTree(scene)
          return facts.triangles
        },
        (error: unknown) => error instanceof Error,
      )
      // The model may be shown without its texture.
      expect([1, true]).toContain(outcome)
      const { facts } = await load(ktx2)
      expect(facts.triangles).toBe(1)
    },
  )

  it('decodes KTX2 textures with a transcoder from our own origin', async () => {
    const { scene } = await load(ktx2)
    const mesh = scene.getObjectByProperty('isMesh', true) as Mesh
    const { map } = mesh.material as MeshStandardMaterial
    expect(map?.mipmaps?.[0]).toMatchObject({ width: 4, height: 4 })
    expectNoForeignRequests()
    disposeTree(scene)
  })
})
