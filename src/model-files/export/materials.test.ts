import { Document, WebIO } from '@gltf-transform/core'
import { KHRTextureTransform } from '@gltf-transform/extensions'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { writePartsAsGlb } from '../import/write-glb.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { convertGlb, type Pictures } from './convert.ts'

const pictures: Pictures = {
  decode: async ({ bytes }) => {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer(withInfo)
    return { width: info.width, height: info.height, data }
  },
  toPng: async (picture) => picture,
}
const withInfo = { resolveWithObject: true } as const

const png = async (background: { r: number; g: number; b: number; alpha: number }) =>
  new Uint8Array(
    await sharp({ create: { width: 2, height: 2, channels: 4, background } })
      .png()
      .toBuffer(),
  )

async function makePainted(): Promise<Uint8Array> {
  const document = new Document()
  const buffer = document.createBuffer()
  const list = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array | Uint16Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer)
  const texture = async (name: string, color: Parameters<typeof png>[0]) =>
    document
      .createTexture(name)
      .setMimeType('image/png')
      .setImage(await png(color))
  const material = document
    .createMaterial('painted')
    .setBaseColorTexture(await texture('color', { r: 200, g: 100, b: 50, alpha: 0.5 }))
    .setBaseColorFactor([1, 1, 1, 0.5])
    .setAlphaMode('MASK')
    .setAlphaCutoff(0.25)
    .setDoubleSided(true)
    .setMetallicRoughnessTexture(await texture('surface', { r: 0, g: 128, b: 64, alpha: 1 }))
    .setMetallicFactor(1)
    .setRoughnessFactor(0.5)
    .setEmissiveTexture(await texture('glow', { r: 9, g: 9, b: 9, alpha: 1 }))
    .setEmissiveFactor([1, 0.5, 0])
    .setOcclusionTexture(await texture('shade', { r: 99, g: 0, b: 0, alpha: 1 }))
    .setNormalTexture(await texture('bumps', { r: 128, g: 128, b: 255, alpha: 1 }))
  const transforms = document.createExtension(KHRTextureTransform)
  material
    .getBaseColorTextureInfo()!
    .setWrapS(33_071)
    .setWrapT(33_071)
    .setExtension(
      'KHR_texture_transform',
      transforms.createTransform().setScale([2, 2]).setOffset([0.25, 0]),
    )
  material
    .getEmissiveTextureInfo()!
    .setExtension(
      'KHR_texture_transform',
      transforms.createTransform().setScale([2, 2]).setOffset([0.25, 0]),
    )
  material
    .getMetallicRoughnessTextureInfo()!
    .setExtension(
      'KHR_texture_transform',
      transforms.createTransform().setScale([2, 2]).setOffset([0.25, 0]),
    )
  material.getNormalTextureInfo()!.setTexCoord(1).setWrapS(33_648)
  material.getOcclusionTextureInfo()!.setTexCoord(1)
  const square = document
    .createPrimitive()
    .setAttribute('POSITION', list('VEC3', new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0])))
    .setAttribute('TEXCOORD_0', list('VEC2', new Float32Array([0, 1, 1, 1, 1, 0, 0, 0])))
    .setAttribute('TEXCOORD_1', list('VEC2', new Float32Array([0, 0.5, 0.5, 0.5, 0.5, 0, 0, 0])))
    .setIndices(list('SCALAR', new Uint16Array([0, 1, 2, 0, 2, 3])))
    .setMaterial(material)
  document
    .createScene()
    .addChild(document.createNode().setMesh(document.createMesh().addPrimitive(square)))
  return new WebIO().registerExtensions([KHRTextureTransform]).writeBinary(document)
}

const convert = async (format: 'obj' | 'usdz' | 'ply') =>
  (await convertGlb(await makePainted(), { format, name: 'a' }, { pictures })).bytes

const grey = async (bytes: Uint8Array | undefined) =>
  [...(await sharp(bytes).toColourspace('b-w').raw().toBuffer())].slice(0, 1)

describe('OBJ of a painted material', () => {
  it('has pictures of alpha, glow, roughness and metalness, and no metalness factor', async () => {
    const files = unzipSync(await convert('obj'))
    const mtl = strFromU8(files['a.mtl']!)
    expect(mtl).not.toMatch(/^(?:Pm|Pr) /m)
    const named = new Map(
      Array.from(mtl.matchAll(/^(\w+) (?:-clamp on )?(a-\d+\.png)$/gm), ([, word, file]) => [
        word!,
        file!,
      ]),
    )
    expect([...named.keys()]).toEqual(['map_Kd', 'map_Ke', 'map_d', 'map_Pr', 'map_Pm'])
    expect(mtl).toContain('map_Kd -clamp on ')
    // The picture's value 0.5 times the factor 0.5 is 0.25, which is 64 of 255.
    expect(await grey(files[named.get('map_d')!])).toEqual([64])
    expect(await grey(files[named.get('map_Pr')!])).toEqual([64])
    expect(await grey(files[named.get('map_Pm')!])).toEqual([64])
  })

  it('has texture coordinates to which the texture transform was applied', async () => {
    const obj = strFromU8(unzipSync(await convert('obj'))['a.obj']!)
    expect(obj.match(/^vt .*$/gm)).toEqual(['vt 0.25 -1', 'vt 2.25 -1', 'vt 2.25 1', 'vt 0.25 1'])
  })
})

describe('USDZ of a painted material', () => {
  it('contains the pictures of opacity, emission and occlusion, both sides, the alpha cutoff and the wrap modes', async () => {
    const usda = strFromU8(unzipSync(await convert('usdz'))['model.usda']!)
    for (const line of [
      'float inputs:opacity.connect = </Model/Materials/Material0/Color.outputs:a>',
      'float inputs:opacityThreshold = 0.25',
      'color3f inputs:emissiveColor.connect = </Model/Materials/Material0/Emissive.outputs:rgb>',
      'float inputs:occlusion.connect = </Model/Materials/Material0/Occlusion.outputs:r>',
      'uniform bool doubleSided = 1',
      'float4 inputs:scale = (1, 0.5, 0, 1)',
      'token inputs:wrapS = "clamp"',
      'token inputs:wrapS = "mirror"',
      'token inputs:varname = "st1"',
    ]) {
      expect(usda).toContain(line)
    }
    expect(usda).toMatch(/texCoord2f\[\] primvars:st = \[\(0\.25, -1\), /)
    expect(usda).toMatch(/texCoord2f\[\] primvars:st1 = \[\(0, 0\.5\), /)
  })
})

describe('readGlbParts and writePartsAsGlb', () => {
  it('keep the material and apply texture transforms', async () => {
    const before = await readGlbParts(await makePainted())
    const after = await readGlbParts(await writePartsAsGlb(before))
    expect(after.materials[0]).toEqual({
      ...before.materials[0],
      color: [1, 1, 1, 0.5],
      alphaMode: 'MASK',
      alphaCutoff: 0.25,
      isDoubleSided: true,
    })
    expect(after.parts[0]!.uvs).toEqual(before.parts[0]!.uvs)
    expect(after.parts[0]!.moreUvs).toEqual(before.parts[0]!.moreUvs)
  })
})

describe('colours per vertex', () => {
  it('are the colour of the picture’s edge if texture coordinates are outside a picture that does not repeat', async () => {
    const bytes = await convert('ply')
    const text = new TextDecoder('latin1').decode(bytes)
    const start = text.indexOf('end_header\n') + 'end_header\n'.length
    expect(bytes.length - start).toBe(4 * 15 + 2 * 13)
    expect([...bytes.subarray(start + 12, start + 15)]).toEqual([200, 100, 50])
  })

  it('are written to USDZ and OBJ where no texture covers them', async () => {
    const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0])
    const colors = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1])
    const material = {
      name: 'a',
      color: [0.5, 1, 1, 1] as const,
      metalness: 0,
      roughness: 1,
      emissive: [0, 0, 0] as const,
    }
    const part = { positions, colors, indices: new Uint32Array([0, 1, 2]), material: 0 }
    const glb = await writePartsAsGlb({ parts: [part], materials: [material] })
    const { bytes } = await convertGlb(glb, { format: 'usdz', name: 'a' }, { pictures })
    const usda = strFromU8(unzipSync(bytes)['model.usda']!)
    expect(usda).toContain('color3f[] primvars:displayColor = [(0.5, 0, 0), (0, 1, 0), (0, 0, 1)]')
    expect(usda).toContain(
      'color3f inputs:diffuseColor.connect = </Model/Materials/Material0/Colors',
    )
    const zip = await convertGlb(glb, { format: 'obj', name: 'a' }, { pictures })
    expect(strFromU8(unzipSync(zip.bytes)['a.obj']!)).toContain('v 0 1 0 0 0 1')
  })
})
