import { expect, it } from 'vitest'
import { asList, asRecord } from '#lib/fields.ts'
import { readGlbChunks, writeGlb } from '#lib/gltf/glb.ts'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { readPlainModel } from './plain-model.ts'

/**
 * Returns a GLB of a square. `more` is added to the first entry of each list in the glTF document.
 */
async function square(more: Record<string, object> = {}) {
  const { json, binary } = readGlbChunks(await makeGlb())
  const changed = Object.entries(more).map(([name, fields]) => {
    const [first, ...rest] = asList(json[name])
    return [name, Array.isArray(fields) ? fields : [{ ...asRecord(first), ...fields }, ...rest]]
  })
  return writeGlb({ ...json, ...Object.fromEntries(changed) }, binary)
}

it('readPlainModel reads a plain file', async () => {
  const plain = await readPlainModel(await square())
  expect(plain?.shapes).toHaveLength(1)
  expect(plain?.bounds.centre).toEqual({ x: 0, y: 0, z: 0 })
})

it.each<[string, Record<string, object>]>([
  ['packed', { extensionsUsed: ['KHR_draco_mesh_compression'] }],
  ['bent by bones', { nodes: { skin: 0 } }],
  ['in another shape', { meshes: { weights: [0.5] } }],
  ['transparent', { materials: { alphaMode: 'BLEND' } }],
  ['written in parts', { accessors: { sparse: {} } }],
  ['made of lines', { meshes: { primitives: [{ attributes: { POSITION: 0 }, mode: 1 }] } }],
  ['drawn very often', { scenes: { nodes: Array(400).fill(0) } }],
])('readPlainModel returns undefined for a model that is %s', async (_, more) => {
  expect(await readPlainModel(await square(more))).toBeUndefined()
})
