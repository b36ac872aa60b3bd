import { Document, NodeIO, type Texture } from '@gltf-transform/core'
import { EXTTextureWebP } from '@gltf-transform/extensions'
import type { EngineParams } from './params.ts'
import type { Textures } from './texture/paint-textures.ts'
import type { TexturedMesh } from './uv.ts'

/** Largest index count for 16-bit indices. The value 65535 restarts primitives. */
const shortIndexMax = 65_535
const clampToEdge = 33_071

type GlbOptions = {
  /** JSON that is written to the file's `asset.extras`. */
  readonly extras?: Record<string, unknown>
  readonly scale?: number
  readonly format?: EngineParams['texture_format']
}

/** Packs mesh and textures into one GLB. The bytes depend only on the arguments. */
export async function packGlb(
  mesh: TexturedMesh,
  textures: Textures,
  { extras = {}, scale = 1, format = 'jpeg' }: GlbOptions = {},
): Promise<Uint8Array> {
  const document = new Document()
  const buffer = document.createBuffer()
  const asset = document.getRoot().getAsset()
  asset.generator = 'Bozzetto'
  asset.extras = extras

  const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', array: Float32Array) =>
    document.createAccessor().setType(type).setArray(array.slice()).setBuffer(buffer)
  const isShort = mesh.positions.length / 3 < shortIndexMax
  const indices = document
    .createAccessor()
    .setType('SCALAR')
    .setArray(isShort ? new Uint16Array(mesh.indices) : mesh.indices.slice())
    .setBuffer(buffer)
  const primitive = document
    .createPrimitive()
    .setIndices(indices)
    .setAttribute('POSITION', accessor('VEC3', scaled(mesh.positions, scale)))
    .setAttribute('NORMAL', accessor('VEC3', mesh.normals))

  const texture = (name: string, image: Uint8Array): Texture =>
    document.createTexture(name).setImage(new Uint8Array(image)).setMimeType(`image/${format}`)
  if (format === 'webp' && Object.keys(textures).length > 0) {
    document.createExtension(EXTTextureWebP).setRequired(true)
  }
  const material = document
    .createMaterial('surface')
    .setMetallicFactor(0)
    .setRoughnessFactor(0.65)
    .setBaseColorFactor([0.75, 0.75, 0.75, 1])
  const { baseColour, normal, occlusionRoughness } = textures
  if (baseColour ?? normal) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', mesh.uvs))
  if (baseColour) {
    material
      .setBaseColorFactor([1, 1, 1, 1])
      .setBaseColorTexture(texture('base-colour', baseColour))
  }
  if (normal && occlusionRoughness) {
    const surface = texture('occlusion-roughness', occlusionRoughness)
    primitive.setAttribute('TANGENT', accessor('VEC4', mesh.tangents))
    material
      .setNormalTexture(texture('normal', normal))
      .setMetallicRoughnessTexture(surface)
      .setOcclusionTexture(surface)
      .setRoughnessFactor(1)
      .setMetallicFactor(1)
  }
  for (const info of [
    material.getBaseColorTextureInfo(),
    material.getNormalTextureInfo(),
    material.getMetallicRoughnessTextureInfo(),
    material.getOcclusionTextureInfo(),
  ]) {
    info?.setWrapS(clampToEdge).setWrapT(clampToEdge)
  }

  primitive.setMaterial(material)
  const node = document
    .createNode('object')
    .setMesh(document.createMesh('object').addPrimitive(primitive))
  document.getRoot().setDefaultScene(document.createScene('scene').addChild(node))
  return new NodeIO().registerExtensions([EXTTextureWebP]).writeBinary(document)
}

const scaled = (positions: Float32Array, scale: number) =>
  scale === 1 ? positions : positions.map((value) => value * scale)
