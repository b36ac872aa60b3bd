import { WebIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { makeGlb } from '../glb/glb.fixture.ts'
import { readGlbHeader } from '../glb/glb-header.ts'
import { checkGlb } from '../inspect/check-glb.ts'
import { readGlbDocument, readGlbParts } from '../mesh/read-glb-parts.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { optimizeGlb, type ResizePicture } from './optimize.ts'
import { optimizePresets } from './optimize-options.ts'

const sharpResize: ResizePicture = async ({ bytes }, sidePx, mimeType) => ({
  mimeType,
  bytes: await sharp(bytes)
    .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
    .toFormat(mimeType === 'image/webp' ? 'webp' : mimeType === 'image/jpeg' ? 'jpeg' : 'png')
    .toBuffer(),
})

const noise = async (side: number) => {
  const data = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 2_654_435_761) >>> 24)
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}
const heavy = async () => makeGlb({ cells: 60, png: new Uint8Array(await noise(256)) })
const getPreset = (name: string) => optimizePresets.find(({ value }) => value === name)!.wish

describe('optimizeGlb', () => {
  it('reduces a model to the number of triangles, and keeps its shape and texture', async () => {
    const glb = await heavy()
    const wish = { triangles: 500, usesWebp: false, packing: 'none' as const }
    const { glb: light, before, after } = await optimizeGlb(glb, wish, { resize: sharpResize })
    expect(before.triangles).toBe(7200)
    expect(after.triangles).toBeLessThanOrEqual(510)
    expect(after.triangles).toBeGreaterThan(1)
    expect(after.sizeBytes).toBe(light.byteLength)
    checkGlb(light)
    const { parts, materials } = await readGlbParts(light)
    expect(analyzeTopology(parts).area).toBeCloseTo(1)
    expect(materials[0]!.picture!.bytes).toHaveLength(before.textureBytes)
  })

  it('does not change a model with few triangles', async () => {
    const wish = { triangles: 10_000, usesWebp: false, packing: 'none' as const }
    const { after } = await optimizeGlb(await heavy(), wish, { resize: sharpResize })
    expect(after.triangles).toBe(7200)
  })

  it('shrinks textures, and converts them to WebP on request', async () => {
    const wish = { texturePx: 64, usesWebp: true, packing: 'none' as const }
    const { glb, after } = await optimizeGlb(await heavy(), wish, { resize: sharpResize })
    expect(after.texturePx).toBe(64)
    const header = readGlbHeader(glb)
    expect(header.textures[0]!.mimeType).toBe('image/webp')
    expect(header.extensionsUsed).toContain('EXT_texture_webp')
  })

  it('compresses with meshopt to a file that reads back as the same model', async () => {
    const { glb, before, after } = await optimizeGlb(await heavy(), getPreset('web'), {
      resize: sharpResize,
    })
    expect(readGlbHeader(glb).extensionsUsed).toContain('EXT_meshopt_compression')
    expect(after.triangles).toBe(before.triangles)
    expect(after.sizeBytes).toBeLessThan(before.sizeBytes / 2)
    const { parts } = await readGlbParts(glb)
    expect(analyzeTopology(parts).area).toBeCloseTo(1, 3)
  })

  it('compresses with Draco to a smaller file that reads back as the same model', async () => {
    const wish = { usesWebp: false, packing: 'draco' as const }
    const { glb, before, after } = await optimizeGlb(await heavy(), wish, { resize: sharpResize })
    expect(readGlbHeader(glb).extensionsUsed).toEqual(['KHR_draco_mesh_compression'])
    expect(after.triangles).toBe(before.triangles)
    expect(after.sizeBytes - after.textureBytes).toBeLessThan(
      (before.sizeBytes - before.textureBytes) / 10,
    )
    checkGlb(glb)
    const { parts } = await readGlbParts(glb)
    expect(analyzeTopology(parts).area).toBeCloseTo(1, 3)
    expect(parts[0]!.indices).toHaveLength(before.triangles * 3)
  })

  it('keeps all data with lossless options', async () => {
    const glb = await makeGlb({ cells: 8, nodes: 3, png: new Uint8Array(await noise(64)) })
    const {
      glb: kept,
      before,
      after,
    } = await optimizeGlb(glb, getPreset('archive'), { resize: sharpResize })
    expect(after).toMatchObject({ triangles: before.triangles, textureBytes: before.textureBytes })
    expect(readGlbHeader(kept).extensionsUsed).toEqual([])
    const [was, is] = [await readGlbParts(glb), await readGlbParts(kept)]
    expect(is.parts[0]!.positions).toEqual(was.parts[0]!.positions)
  })

  it('keeps empty nodes, such as sockets', async () => {
    const io = new WebIO()
    const document = await io.readBinary(await makeGlb({ cells: 8 }))
    document.getRoot().listScenes()[0]!.addChild(document.createNode('Socket'))
    const before = await io.writeBinary(document)
    for (const wish of [getPreset('archive'), { ...getPreset('archive'), triangles: 40 }]) {
      const { glb } = await optimizeGlb(before, wish, { resize: sharpResize })
      const nodes = (await readGlbDocument(glb)).getRoot().listNodes()
      expect(nodes.map((node) => node.getName())).toContain('Socket')
    }
  })

  it.each([
    ['OPAQUE', false],
    ['MASK', true],
  ] as const)('resizes textures of %s materials with usesAlpha %s', async (mode, usesAlpha) => {
    const io = new WebIO()
    const document = await io.readBinary(await makeGlb({ png: new Uint8Array(await noise(64)) }))
    document.getRoot().listMaterials()[0]!.setAlphaMode(mode)
    const resize = vi.fn<ResizePicture>(sharpResize)
    const wish = { ...getPreset('archive'), texturePx: 16 }
    await optimizeGlb(await io.writeBinary(document), wish, { resize })
    expect(resize.mock.calls.map(([picture]) => picture.usesAlpha)).toEqual([usesAlpha])
  })

  it('simplifies millions of triangles', async () => {
    const glb = await makeGlb({ cells: 1_250 })
    const wish = { triangles: 50_000, usesWebp: false, packing: 'none' as const }
    const { glb: light, before, after } = await optimizeGlb(glb, wish, { resize: sharpResize })
    expect(before.triangles).toBe(3_125_000)
    expect(after.triangles).toBeLessThanOrEqual(51_000)
    expect(after.triangles).toBeGreaterThan(1)
    checkGlb(light)
    const { area } = analyzeTopology((await readGlbParts(light)).parts)
    expect(area).toBeGreaterThan(0.98)
    expect(area).toBeLessThan(1.001)
  })

  it('reports increasing progress', async () => {
    const fractions: number[] = []
    await optimizeGlb(await heavy(), getPreset('web'), {
      resize: sharpResize,
      onProgress: (fraction) => fractions.push(fraction),
    })
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.length).toBeGreaterThan(4)
  })
})
