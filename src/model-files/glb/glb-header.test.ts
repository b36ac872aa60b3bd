import { describe, expect, it } from 'vitest'
import { writeGlb } from '#lib/gltf/glb.ts'
import { makeGlb } from './glb.fixture.ts'
import { readGlbHeader } from './glb-header.ts'

/** The first 33 bytes of a PNG contain its size, here 64 × 32 pixels. */
const png = new Uint8Array(33)
png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
png.set([0, 0, 0, 64, 0, 0, 0, 32, 8, 6], 16)

const triangle = (over: object = {}) => ({
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ count: 3 }],
  ...over,
})

describe('readGlbHeader', () => {
  it('counts triangles and vertices once per instance in the scene', async () => {
    const header = readGlbHeader(await makeGlb({ cells: 4, nodes: 3 }))
    expect(header).toMatchObject({ triangles: 3 * 32, vertices: 3 * 25, materials: 1 })
  })

  it('does not count unused meshes', () => {
    expect(readGlbHeader(writeGlb(triangle({ scenes: [{ nodes: [] }] }))).triangles).toBe(0)
  })

  it.each([
    ['a list', 4, 4],
    ['a strip', 5, 10],
    ['a fan', 6, 10],
    ['lines', 1, 0],
  ])('counts the triangles of %s', (_name, mode, triangles) => {
    const meshes = [{ primitives: [{ mode, attributes: { POSITION: 0 } }] }]
    const header = readGlbHeader(writeGlb(triangle({ meshes, accessors: [{ count: 12 }] })))
    expect(header).toMatchObject({ triangles, vertices: 12 })
  })

  it('reads the size of pictures without decoding the pictures', async () => {
    const { textures } = readGlbHeader(await makeGlb({ png }))
    expect(textures).toEqual([
      { mimeType: 'image/png', sizeBytes: png.length, widthPx: 64, heightPx: 32 },
    ])
  })

  it('reads an incomplete file if the JSON chunk is complete', async () => {
    const whole = await makeGlb({ cells: 4 })
    const jsonEnd = 20 + new DataView(whole.buffer).getUint32(12, true)
    const header = readGlbHeader(whole.subarray(0, jsonEnd))
    expect(header).toMatchObject({ triangles: 32, lengthBytes: whole.byteLength })
  })

  it('lists addresses outside the file, but no addresses inside the file', () => {
    const images = [{ uri: 'https://example.com/a.png' }, { uri: 'data:image/png;base64,AA' }]
    const buffers = [{ uri: 'mesh.bin', byteLength: 4 }, { byteLength: 4 }]
    expect(readGlbHeader(writeGlb({ images, buffers })).externalUris).toEqual([
      'mesh.bin',
      'https://example.com/a.png',
    ])
  })

  it('lists the extensions that need decoders', () => {
    const extensionsUsed = ['KHR_draco_mesh_compression', 7, 'KHR_materials_unlit']
    expect(readGlbHeader(writeGlb({ extensionsUsed })).extensionsUsed).toEqual([
      'KHR_draco_mesh_compression',
      'KHR_materials_unlit',
    ])
  })

  it.each([
    ['text', new TextEncoder().encode('<!doctype html><title>no</title>'), 'not a GLB'],
    ['nothing at all', new Uint8Array(), 'not a GLB'],
    ['four bytes', writeGlb({}).subarray(0, 4), 'ends too early'],
    ['a cut description', writeGlb(triangle()).subarray(0, 40), 'ends too early'],
    ['version 1', Uint8Array.from([...writeGlb({})].with(4, 1)), 'version 1'],
    ['a list for a description', writeGlb([]), 'is empty'],
    ['no JSON', writeGlb(triangle()).fill(0x7b, 20, 30), 'cannot be read'],
    ['a loop', writeGlb(triangle({ nodes: [{ children: [0] }] })), 'form a cycle'],
  ])('rejects %s with a sentence', (_name, bytes, words) => {
    expect(() => readGlbHeader(bytes)).toThrow(words)
  })

  it.each([
    ['counts that are no numbers', triangle({ accessors: [{ count: '9e9' }] })],
    ['references to nothing', triangle({ nodes: [{ mesh: 7, children: [9] }] })],
    ['lists that are none', { scenes: 1, nodes: {}, meshes: null, accessors: 'x', images: [3] }],
  ])('ignores %s in a GLB', (_name, json) => {
    expect(readGlbHeader(writeGlb(json))).toMatchObject({ triangles: 0, vertices: 0 })
  })
})
