import { Document, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readGlb } from '../glb/glb-header.ts'
import { toObjectList } from '../glb/glb-json.ts'
import { measureExtent } from '../mesh/extent.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { createBall } from '../print/bodies.fixture.ts'
import { startSolids } from '../print/solid.ts'
import { type GameOptions, lodRatios } from './game-options.ts'
import { makeGameFile } from './make-game-file.ts'

/**
 * Returns a GLB with a ball of 40 mm and a copy of the ball, 100 mm to the right and 50 mm above.
 */
async function createGlb(): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document()
  const buffer = document.createBuffer()
  const { positions, indices } = createBall()
  const primitive = document
    .createPrimitive()
    .setAttribute(
      'POSITION',
      document
        .createAccessor()
        .setType('VEC3')
        .setArray(new Float32Array(positions))
        .setBuffer(buffer),
    )
    .setIndices(document.createAccessor().setArray(new Uint32Array(indices)).setBuffer(buffer))
    .setMaterial(document.createMaterial('Paint'))
  const mesh = document.createMesh('Ball').addPrimitive(primitive)
  const root = document.createNode('Toy')
  document.createScene('Room').addChild(root)
  root.addChild(document.createNode('Left').setMesh(mesh))
  root.addChild(document.createNode('Right').setMesh(mesh).setTranslation([0.1, 0.05, 0]))
  return new WebIO().writeBinary(document)
}

const plain: GameOptions = { engine: 'unity', pivot: 'file', lods: 'none', collider: 'none' }
const make = async (options: Partial<GameOptions>) =>
  makeGameFile(
    await createGlb(),
    { name: 'toy', options: { ...plain, ...options } },
    { startSolids: () => startSolids() },
  )
const open = async (bytes: Uint8Array) =>
  new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(bytes)
const listNames = async (bytes: Uint8Array) =>
  (await open(bytes))
    .getRoot()
    .listNodes()
    .map((node) => node.getName())

describe('makeGameFile', () => {
  it.each([
    ['base', [-0.07, 0, -0.02]],
    ['centre', [-0.07, -0.045, -0.02]],
    ['file', [-0.02, -0.02, -0.02]],
  ] as const)('puts the origin at the %s and keeps names and size', async (pivot, wanted) => {
    const { bytes } = await make({ pivot })
    const { low, high } = measureExtent((await readGlbParts(bytes)).parts)
    expect(low.map((value) => Number(value.toFixed(4)))).toEqual(wanted)
    expect(high[0] - low[0]).toBeCloseTo(0.14, 5)
    expect(await listNames(bytes)).toEqual(expect.arrayContaining(['Toy', 'Left', 'Right']))
  })

  it.each([
    ['unity', 'Left_Collider'],
    ['unreal', 'UCX_Left_00'],
    ['godot', 'Left-convcolonly'],
  ] as const)('names convex colliders as %s expects', async (engine, name) => {
    const { bytes, colliders } = await make({ engine, collider: 'parts' })
    expect(colliders).toBe(2)
    expect(await listNames(bytes)).toContain(name)
  })

  it('makes colliders that are closed, convex and small', async () => {
    const { bytes, colliders } = await make({ collider: 'whole' })
    expect(colliders).toBe(1)
    const document = await open(bytes)
    const mesh = document
      .getRoot()
      .listMeshes()
      .find((one) => one.getName() === 'Model_Collider')
    const [primitive] = mesh?.listPrimitives() ?? []
    const positions = new Float32Array(primitive?.getAttribute('POSITION')?.getArray() ?? [])
    const indices = new Uint32Array(primitive?.getIndices()?.getArray() ?? [])
    expect(positions.length / 3).toBeLessThanOrEqual(255)
    const { isClosed, volume } = analyzeTopology([{ positions, indices, material: 0 }])
    expect(isClosed).toBe(true)
    // One hull around both balls is larger than two balls of 19 mm radius.
    expect(volume).toBeGreaterThan(2 * (4 / 3) * Math.PI * 0.019 ** 3)
  })

  it('writes all levels of detail into one GLB with MSFT_lod', async () => {
    const { bytes, triangles, ending } = await make({ lods: 'one-file' })
    expect(ending).toBe('glb')
    expect(triangles).toHaveLength(lodRatios.length)
    const [whole = 0, half = 0, few = 0] = triangles
    expect(half).toBeLessThan(whole * 0.55)
    expect(few).toBeLessThan(half * 0.6)
    const { root } = readGlb(bytes)
    expect(root['extensionsUsed']).toContain('MSFT_lod')
    const nodes = toObjectList(root['nodes'])
    const left = nodes.find(({ name }) => name === 'Left')
    const held = left?.['extensions'] as { MSFT_lod: { ids: number[] } } | undefined
    expect(held?.MSFT_lod.ids.map((id) => nodes[id]?.['name'])).toEqual(['Left_LOD1', 'Left_LOD2'])
    // Readers without the extension for levels of detail see only the most detailed level.
    const { parts } = await readGlbParts(bytes)
    expect(parts.reduce((sum, { indices }) => sum + indices.length / 3, 0)).toBe(whole)
  })

  it('writes each level of detail into a separate file, with colliders only in the first file', async () => {
    const { bytes, ending, triangles } = await make({ lods: 'files', collider: 'parts' })
    expect(ending).toBe('zip')
    const files = unzipSync(bytes)
    expect(Object.keys(files)).toEqual(['toy_LOD0.glb', 'toy_LOD1.glb', 'toy_LOD2.glb'])
    expect(await listNames(files['toy_LOD0.glb']!)).toContain('Left_Collider')
    for (const at of [1, 2]) {
      const { parts } = await readGlbParts(new Uint8Array(files[`toy_LOD${at}.glb`]!))
      expect(parts.reduce((sum, { indices }) => sum + indices.length / 3, 0)).toBe(triangles[at])
      const names = await listNames(files[`toy_LOD${at}.glb`]!)
      expect(names).toEqual(expect.arrayContaining(['Left', 'Right']))
      expect(names).not.toContain('Left_Collider')
    }
  })
})
