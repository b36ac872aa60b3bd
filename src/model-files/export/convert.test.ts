import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS, KHRMaterialsVariants } from '@gltf-transform/extensions'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { makeGlb } from '../glb/glb.fixture.ts'
import { readGlbHeader } from '../glb/glb-header.ts'
import { importFiles } from '../import/import-files.ts'
import { optimizeGlb } from '../optimize/optimize.ts'
import { readGlbDocument, readGlbParts } from '../mesh/read-glb-parts.ts'
import { cutMaterial } from '../mesh/parts.ts'
import { createBox } from '../mesh/solids.ts'
import { writePartsAsGlb } from '../import/write-glb.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { type ModelVariant, readVariant, withVariant } from '../glb/variant-address.ts'
import { measureExtent } from '../mesh/extent.ts'
import { makeArm } from '../mesh/pose/arm.fixture.ts'
import { browserPictures } from './browser-pictures.ts'
import { convertGlb, type Pictures } from './convert.ts'
import { exportFormats } from '#lib/export-formats.ts'

const sharpPictures: Pictures = {
  decode: async ({ bytes }) => {
    const { data, info } = await sharp(bytes)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data }
  },
  toPng: async (picture) => ({
    ...picture,
    mimeType: 'image/png',
    bytes: await sharp(picture.bytes).png().toBuffer(),
  }),
}

const texture = async () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()

const glb = async () =>
  makeGlb({ cells: 2, size: 0.5, color: [1, 1, 1], png: new Uint8Array(await texture()) })

const faceLines = (obj: string) => obj.split('\n').filter((line) => line.startsWith('f '))

const getCorners = (stl: Uint8Array) =>
  Array.from({ length: 9 }, (_, at) => {
    const view = new DataView(stl.buffer)
    return Math.round(view.getFloat32(96 + at * 4, true) * 100) + 0
  })

const readObjPoints = (obj: string): number[][] =>
  [...obj.matchAll(/^v (.*)$/gm)].map(([, line = '']) => line.split(' ').map(Number))

const readStlPoints = (stl: Uint8Array): number[][] => {
  const view = new DataView(stl.buffer)
  return Array.from({ length: view.getUint32(80, true) * 3 }, (_, corner) =>
    [0, 1, 2].map((axis) =>
      view.getFloat32(96 + Math.floor(corner / 3) * 50 + (corner % 3) * 12 + axis * 4, true),
    ),
  )
}

describe('convertGlb', () => {
  it.each(exportFormats.map(({ value }) => value))('converts a model to %s', async (format) => {
    const { bytes } = await convertGlb(
      await glb(),
      { format, name: 'square' },
      { pictures: sharpPictures },
    )
    expect(bytes.length).toBeGreaterThan(100)
  })

  it('scales a print', async () => {
    const wish = { format: '3mf', name: 'square', printScale: 0.16 } as const
    const { bytes } = await convertGlb(await glb(), wish, { pictures: sharpPictures })
    const text = strFromU8(unzipSync(bytes)['3D/3dmodel.model']!)
    const heights = [...text.matchAll(/ z="([^"]+)"/g)].map(([, z]) => Number(z))
    expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(80)
    expect(text).toContain('color="#FF0000"')
  })

  it.each([
    ['print', 'stl', 1000, 'z'],
    ['blender', 'stl', 1, 'z'],
    ['blender', 'obj', 1, 'y'],
    ['unity', 'obj', 1, 'y'],
    ['unreal', 'obj', 100, 'z'],
    ['print', 'obj', 1000, 'z'],
  ] as const)(
    'writes for %s an %s file with %i units per metre and %s up',
    async (target, format, scale, up) => {
      const { bytes } = await convertGlb(
        await writePartsAsGlb({ parts: [createBox([1, 3, 2])], materials: [cutMaterial] }),
        { format, name: 'box', target },
        { pictures: sharpPictures },
      )
      const points =
        format === 'obj'
          ? readObjPoints(strFromU8(unzipSync(bytes)['box.obj']!))
          : readStlPoints(bytes)
      const size = [0, 1, 2].map((axis) => {
        const values = points.map((point) => point[axis] ?? 0)
        return Math.round(Math.max(...values) - Math.min(...values))
      })
      expect(size).toEqual(
        up === 'y' ? [scale, 3 * scale, 2 * scale] : [scale, 2 * scale, 3 * scale],
      )
    },
  )

  it('scales a model in a pose as much as in its own pose', async () => {
    const arm = await makeArm()
    for (const seconds of [0, 1]) {
      const pose = { clip: 0, seconds }
      const { low, high } = measureExtent((await readGlbParts(arm, pose)).parts)
      const wish = { format: 'stl', name: 'arm', printScale: 0.1, pose } as const
      const { bytes } = await convertGlb(arm, wish, { pictures: sharpPictures })
      const heights = readStlPoints(bytes).map(([, , z = 0]) => z)
      expect(Math.max(...heights)).toBeCloseTo((high[1] - low[1]) * 100, 3)
    }
  })

  it('keeps the size in metres without a scale', async () => {
    const wish = { format: 'stl', name: 'square' } as const
    const { bytes } = await convertGlb(await glb(), wish, { pictures: sharpPictures })
    const view = new DataView(bytes.buffer)
    // The first corner of the first triangle is 250 mm left of the centre, at the lowest point.
    expect([view.getFloat32(96, true), view.getFloat32(104, true)]).toEqual([-250, 0])
  })

  it('centres a print on the build plate, wherever the model is', async () => {
    const io = new WebIO()
    const document = await io.readBinary(await glb())
    for (const node of document.getRoot().listNodes()) node.setTranslation([3, -7, 2])
    const wish = { format: 'stl', name: 'square' } as const
    const moved = await convertGlb(await io.writeBinary(document), wish, {
      pictures: sharpPictures,
    })
    const unmoved = await convertGlb(await glb(), wish, { pictures: sharpPictures })
    expect(getCorners(moved.bytes)).toEqual(getCorners(unmoved.bytes))
  })

  it('writes quads on request and returns their number', async () => {
    const wish = { format: 'obj', name: 'square' } as const
    const fractions: number[] = []
    const { bytes, faces } = await convertGlb(
      await glb(),
      { ...wish, hasQuads: true },
      { pictures: sharpPictures, onProgress: (fraction) => fractions.push(fraction) },
    )
    expect(faces).toEqual({ quads: 4, triangles: 0 })
    const files = Object.entries(unzipSync(bytes)).map(([name, file]) => ({ name, bytes: file }))
    const lines = faceLines(strFromU8(unzipSync(bytes)['square.obj']!))
    expect(lines.map((line) => line.split(' ').length)).toEqual([5, 5, 5, 5])
    expect(fractions).toEqual([0.4, 0.7])
    const again = analyzeTopology((await readGlbParts((await importFiles(files)).glb)).parts)
    expect(again).toMatchObject({ triangles: 8, points: 9, boundaryEdges: 8, area: 0.25 })
    const plain = await convertGlb(await glb(), wish, { pictures: sharpPictures })
    expect(plain.faces).toBeUndefined()
    expect(faceLines(strFromU8(unzipSync(plain.bytes)['square.obj']!))).toHaveLength(8)
  })

  it('converts WebP to PNG for OBJ, once for a picture of two materials', async () => {
    const document = await readGlbDocument(await glb())
    const [mesh] = document.getRoot().listMeshes()
    const [primitive] = mesh!.listPrimitives()
    const [material] = document.getRoot().listMaterials()
    material!.getBaseColorTexture()!.setMimeType('image/webp')
    material!.getBaseColorTexture()!.setImage(
      new Uint8Array(
        await sharp(await texture())
          .webp()
          .toBuffer(),
      ),
    )
    mesh!.addPrimitive(primitive!.clone().setMaterial(material!.clone()))
    const decode = vi.fn<Pictures['decode']>(sharpPictures.decode)
    const two = await new WebIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document)
    const wish = { format: 'obj', name: 'square' } as const
    const { bytes } = await convertGlb(two, wish, { pictures: sharpPictures })
    const files = unzipSync(bytes)
    expect(Object.keys(files).toSorted()).toEqual(['square-1.png', 'square.mtl', 'square.obj'])
    expect(strFromU8(files['square.mtl']!).match(/map_Kd square-1\.png/g)).toHaveLength(2)
    expect((await sharp(files['square-1.png']).metadata()).format).toBe('png')
    await convertGlb(two, { ...wish, format: 'ply' }, { pictures: { ...sharpPictures, decode } })
    expect(decode).toHaveBeenCalledOnce()
  })

  it('writes the visible scene and material variant', async () => {
    const document = await readGlbDocument(await glb())
    const root = document.getRoot()
    const [mesh] = root.listMeshes()
    const large = document.createNode().setMesh(mesh!).setScale([4, 4, 4])
    document.createScene('Large').addChild(large)
    const variants = document.createExtension(KHRMaterialsVariants)
    const names = ['green', 'blue'] as const
    const mappings = variants.createMappingList()
    names.forEach((name, at) =>
      mappings.addMapping(
        variants
          .createMapping()
          .addVariant(variants.createVariant(name))
          .setMaterial(document.createMaterial().setBaseColorFactor([0, 1 - at, at, 1])),
      ),
    )
    mesh!.listPrimitives()[0]!.setExtension(KHRMaterialsVariants.EXTENSION_NAME, mappings)
    const whole = await new WebIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document)
    const written = async (version: ModelVariant) => {
      const wish = { format: 'obj', name: 'a', version } as const
      const files = unzipSync((await convertGlb(whole, wish, { pictures: sharpPictures })).bytes)
      const first = /^v .*/m.exec(strFromU8(files['a.obj']!))![0]
      return [first, /^Kd .*/m.exec(strFromU8(files['a.mtl']!))![0]]
    }
    expect(await written({})).toEqual(['v -0.25 -0.25 0', 'Kd 1 1 1'])
    expect(await written({ scene: 1, variant: 1 })).toEqual(['v -1 -1 0', 'Kd 0 0 1'])
    expect(await written({ scene: 0, variant: 0 })).toEqual(['v -0.25 -0.25 0', 'Kd 0 1 0'])
    expect(await written({ scene: 9, variant: 9 })).toEqual(await written({}))
    const version = readVariant(withVariant('/model', { scene: 1, variant: 1 }))
    const { parts, materials } = await readGlbParts(whole, {}, version)
    expect([measureExtent(parts).low[0], materials[0]?.color]).toEqual([-1, [0, 0, 1, 1]])
  })

  it('names formats that work if textures cannot be decoded', async () => {
    const picture = { mimeType: 'image/ktx2', bytes: new Uint8Array(4), name: 'a' }
    await expect(browserPictures.decode(picture)).rejects.toThrow('Export it as glTF, OBJ or STL')
    await expect(browserPictures.toPng(picture)).rejects.toThrow(UnworkableModelError)
  })

  it('writes glTF that is read back unchanged, also from a compressed model', async () => {
    const packed = await Promise.all(
      (['meshopt', 'draco'] as const).map(async (packing) => {
        const wish = { usesWebp: false, packing }
        return (await optimizeGlb(await glb(), wish, { resize: async (picture) => picture })).glb
      }),
    )
    for (const before of [await glb(), ...packed]) {
      const wish = { format: 'gltf', name: 'square' } as const
      const { bytes: zip } = await convertGlb(before, wish, { pictures: sharpPictures })
      const files = Object.entries(unzipSync(zip)).map(([name, bytes]) => ({ name, bytes }))
      expect(files.map(({ name }) => name)).toContain('square.gltf')
      expect(files.map(({ name }) => name).toSorted()).toEqual([
        'baseColor.png',
        'square.bin',
        'square.gltf',
      ])
      const { glb: again } = await importFiles(files)
      expect(readGlbHeader(again).extensionsUsed.join()).not.toContain('compression')
      const [was, is] = [await readGlbParts(before), await readGlbParts(again)]
      expect(is.materials[0]!.picture!.bytes).toEqual(was.materials[0]!.picture!.bytes)
      expect(analyzeTopology(is.parts)).toEqual(analyzeTopology(was.parts))
    }
  })
})
