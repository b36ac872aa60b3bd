import { type Document as Gltf, Document, WebIO } from '@gltf-transform/core'
import type { Parts, Picture } from '../mesh/parts.ts'

/** Writes surfaces as a GLB. Parts without normals are drawn faceted. */
export const writeGlb = async (model: Parts): Promise<Uint8Array<ArrayBuffer>> =>
  new WebIO().writeBinary(documentOf(model))

function documentOf({ parts, materials }: Parts): Gltf {
  const document = new Document()
  const buffer = document.createBuffer()
  const list = (
    type: 'SCALAR' | 'VEC2' | 'VEC3',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const textures = new Map<Picture, ReturnType<Gltf['createTexture']>>()
  const textureOf = (picture: Picture) => {
    const known = textures.get(picture)
    if (known) return known
    const texture = document
      .createTexture(picture.name)
      .setImage(picture.bytes)
      .setMimeType(picture.mimeType)
    textures.set(picture, texture)
    return texture
  }
  const made = materials.map((described) => {
    const { name, color, metalness, roughness, emissive, picture } = described
    const { normalPicture, surfacePicture } = described
    const material = document
      .createMaterial(name)
      .setBaseColorFactor([...color])
      .setMetallicFactor(metalness)
      .setRoughnessFactor(roughness)
      .setEmissiveFactor([...emissive])
      // Files of other kinds are often not closed.
      .setDoubleSided(true)
    if (color[3] < 1) material.setAlphaMode('BLEND')
    if (picture) material.setBaseColorTexture(textureOf(picture))
    if (normalPicture) material.setNormalTexture(textureOf(normalPicture))
    if (surfacePicture) material.setMetallicRoughnessTexture(textureOf(surfacePicture))
    return material
  })
  const mesh = document.createMesh()
  for (const { positions, indices, normals, uvs, colors, material } of parts) {
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', list('VEC3', new Float32Array(positions)))
      .setIndices(list('SCALAR', new Uint32Array(indices)))
      .setMaterial(made[material] ?? null)
    if (normals) primitive.setAttribute('NORMAL', list('VEC3', new Float32Array(normals)))
    if (uvs) primitive.setAttribute('TEXCOORD_0', list('VEC2', new Float32Array(uvs)))
    if (colors) primitive.setAttribute('COLOR_0', list('VEC3', new Float32Array(colors)))
    mesh.addPrimitive(primitive)
  }
  document.createScene().addChild(document.createNode().setMesh(mesh))
  return document
}
