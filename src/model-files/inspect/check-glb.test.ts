import { validateBytes } from 'gltf-validator'
import { describe, expect, it } from 'vitest'
import { readGlbChunks, writeGlb } from '#lib/gltf/glb.ts'
import { BrokenModelError } from '../errors.ts'
import { makeGlb } from '../glb/glb.fixture.ts'
import { ktx2 } from '../glb/packed-glbs.fixture.ts'
import { makeBrokenGlbs } from './broken-glbs.fixture.ts'
import { checkGlb } from './check-glb.ts'

const png = new Uint8Array(48)
png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
png.set([0, 0, 0, 64, 0, 0, 0, 32, 8, 6], 16)

const whole = await makeGlb({ cells: 3, png, nodes: 2 })
const broken = makeBrokenGlbs(whole)

function getOutcome(bytes: Uint8Array): { message: string } | 'fine' {
  try {
    checkGlb(bytes)
    return 'fine'
  } catch (error) {
    if (error instanceof BrokenModelError) return { message: error.message }
    throw error
  }
}

const outcomes = new Map(broken.map(({ name, bytes }) => [name, getOutcome(bytes)]))

const addressed = (name: string) => name.includes(' at ') && name.includes('/')

const taken = () => [...outcomes].filter(([, outcome]) => outcome === 'fine').map(([name]) => name)

const packed = (byteLength: number, count: number) => ({
  buffer: 0,
  byteLength: 16,
  extensions: {
    EXT_meshopt_compression: {
      buffer: 0,
      byteLength,
      byteStride: 16,
      count,
      mode: 'ATTRIBUTES',
    },
  },
})

describe('checkGlb', () => {
  it('accepts a valid GLB', () => {
    expect(checkGlb(whole)).toMatchObject({ triangles: 36, vertices: 32 })
  })

  it('is tested with more than 500 different damaged files', () => {
    expect(broken.length).toBeGreaterThan(500)
    expect(new Set(broken.map(({ name }) => name)).size).toBeGreaterThan(500)
  })

  it('accepts each file or rejects it with a sentence for the user', () => {
    const refused = [...outcomes.values()].flatMap((outcome) =>
      outcome === 'fine' ? [] : [outcome.message],
    )
    expect(refused.filter((message) => !/^[A-Z][^\n]{20,200}\.$/.test(message))).toEqual([])
    expect(refused.length).toBeGreaterThan(500)
  })

  it('rejects every truncated file', () => {
    expect(taken().filter((name) => name.startsWith('cut'))).toEqual([])
  })

  it('rejects every external address', () => {
    expect(broken.filter(({ name }) => addressed(name)).length).toBeGreaterThan(10)
    expect(taken().filter(addressed)).toEqual([])
  })

  // Codes of the Khronos validator for data that readers cannot read or would read out of bounds.
  const dangerous =
    /^(ACCESSOR_(INDEX_OOB|TOO_LONG|INVALID_FLOAT|TOTAL_OFFSET_ALIGNMENT)|BUFFER_VIEW_TOO_LONG|GLB_.*|NODE_LOOP|NODE_PARENT_OVERRIDE|UNRESOLVED_REFERENCE|MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT|ARRAY_LENGTH_NOT_IN_LIST)$/

  it('accepts no file that the Khronos validator considers dangerous', async () => {
    const missed: string[] = []
    for (const { name, bytes } of broken) {
      if (outcomes.get(name) !== 'fine') continue
      const { issues } = await validateBytes(bytes).catch(() => ({ issues: { messages: [] } }))
      for (const { code, severity, pointer = '' } of issues.messages) {
        // A missing sampler is allowed, because textures without a sampler use the default sampler.
        if (severity > 0 || !dangerous.test(code) || pointer.endsWith('/sampler')) continue
        missed.push(`${name}: ${code} ${pointer}`)
      }
    }
    expect(missed).toEqual([])
  })

  it('accepts a texture without a picture if no material uses it', async () => {
    const { json, binary } = readGlbChunks(await makeGlb())
    const textures = [{ source: 3 }]
    const worn = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }
    expect(getOutcome(writeGlb({ ...json, textures }, binary))).toBe('fine')
    expect(getOutcome(writeGlb({ ...json, textures, materials: [worn] }, binary))).toEqual({
      message: expect.stringContaining('a texture has no image'),
    })
  })

  it('rejects compressed data that declares an impossible or too large size', async () => {
    const { json, binary } = readGlbChunks(await makeGlb())
    const views = json['bufferViews'] as object[]
    const withViews = (more: object[], data = binary) => {
      const extensionsUsed = ['EXT_meshopt_compression']
      const buffers = [{ byteLength: data.byteLength }]
      return getOutcome(
        writeGlb({ ...json, buffers, extensionsUsed, bufferViews: [...views, ...more] }, data),
      )
    }
    const refusal = { message: expect.stringContaining('claims more data than it contains') }
    expect(withViews([packed(16, 1_000)])).toBe('fine')
    expect(withViews([packed(16, 2 ** 26)])).toEqual(refusal)
    // Each buffer view is small enough, but the sum of all sizes exceeds the limit.
    const data = new Uint8Array(binary.byteLength + 2 ** 20)
    data.set(binary)
    const large = packed(2 ** 20, 2 ** 25)
    expect(withViews([large], data)).toBe('fine')
    expect(withViews([large, large, large], data)).toEqual(refusal)
  })

  it('reports the size of KTX2 textures that are too large for graphics cards', () => {
    const bytes = ktx2.slice()
    const start = Buffer.from(bytes).indexOf('KTX 20')
    new DataView(bytes.buffer).setUint32(start - 1 + 20, 100_000, true)
    new DataView(bytes.buffer).setUint32(start - 1 + 24, 100_000, true)
    expect(getOutcome(ktx2)).toBe('fine')
    expect(getOutcome(bytes)).toEqual({ message: expect.stringContaining('100,000 × 100,000') })
  })

  it('reports the size of pictures that are too large for graphics cards', () => {
    const huge = broken.find(({ name }) => name.startsWith('a picture of 100000'))
    expect(getOutcome(huge!.bytes)).toEqual({
      message: expect.stringContaining('100,000 × 100,000'),
    })
  })
})
