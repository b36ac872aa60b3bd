import type { LossNoun } from '../loss-noun.ts'
import type { Document as Gltf, Material, Mesh, Primitive, Texture } from '@gltf-transform/core'
import { EXTTextureWebP, KHRTextureTransform } from '@gltf-transform/extensions'
import type { EmbeddedPicture } from '../../mesh/parts.ts'
import { type FbxMorph, type FbxSkin, readFbxMorphs, readFbxSkin } from './fbx-deformers.ts'
import { type FbxGeometry, type FbxSurface, readFbxGeometry } from './fbx-geometry.ts'
import { type FbxMaterial, type FbxTexture, getFbxMaterial } from './fbx-materials.ts'
import { toPolygons } from './fbx-curved.ts'
import type { FbxNode } from './fbx-node.ts'
import type { FbxPictures } from './fbx-pictures.ts'
import type { FbxObject, FbxScene } from './fbx-scene.ts'
import { getSubdivisionLevels, subdivideGeometry } from './fbx-subdivision.ts'

/** Content that is counted. The kinds that are no `LossNoun` have their own sentences. */
export type FbxLoss =
  | LossNoun
  | 'dual quaternion skin'
  | 'hidden object'
  | 'point with more than four bones'
  | 'subdivision'
  | 'vertex cache'

export type FbxMeshShape = {
  readonly mesh: Mesh | undefined
  readonly triangles: number
  readonly brokenFaces: number
  readonly skin: FbxSkin | undefined
  readonly morphs: readonly FbxMorph[]
}

type Content = {
  readonly geometry: FbxGeometry
  readonly skin: FbxSkin | undefined
  readonly morphs: readonly FbxMorph[]
}

type Reading = {
  readonly scene: FbxScene
  readonly pictures: FbxPictures
  readonly leaveOut: (what: FbxLoss) => void
}

const emptyNode: FbxNode = { name: '', values: [], children: [] }
const linesMode = 1
const wrapModes = { clamp: 33_071, repeat: 10_497 } as const

/** Makes the meshes of a GLB. Models with the same geometry and materials share one mesh. */
export class FbxMeshes {
  readonly #document: Gltf
  readonly #reading: Reading
  readonly #contents = new Map<FbxObject, Content>()
  readonly #meshes = new Map<string, Mesh | undefined>()
  readonly #materials = new Map<string, Material>()
  #lineMaterial: Material | undefined
  readonly #textures = new Map<EmbeddedPicture, Texture>()

  constructor(document: Gltf, reading: Reading) {
    this.#document = document
    this.#reading = reading
  }

  read(geometry: FbxObject, model: FbxObject): FbxMeshShape {
    const content = this.#getContent(geometry)
    const own = model.children.flatMap(({ object }) => (object.kind === 'Material' ? [object] : []))
    const loose = model.children.flatMap(({ object }) =>
      object.kind === 'Texture' ? [object] : [],
    )
    const key = [geometry, ...own, ...loose].map(({ id }) => id).join('\n')
    if (!this.#meshes.has(key)) {
      const hasColors = content.geometry.surfaces.some(({ colors }) => colors)
      const getMaterial = (slot: number) =>
        this.#getMaterial(own[slot] ?? own.at(-1), loose, hasColors)
      this.#meshes.set(key, this.#makeMesh(geometry.name || model.name, content, getMaterial))
    }
    const { surfaces, brokenFaces } = content.geometry
    return {
      mesh: this.#meshes.get(key),
      triangles: surfaces.reduce((sum, { indices }) => sum + indices.length / 3, 0),
      brokenFaces,
      skin: content.skin,
      morphs: content.morphs,
    }
  }

  #getContent(geometry: FbxObject): Content {
    const known = this.#contents.get(geometry)
    if (known) return known
    const polygons = toPolygons(geometry.node, geometry.type)
    if (!polygons) this.#reading.leaveOut('unsupported object')
    const read = readFbxGeometry(polygons ?? emptyNode)
    const skin = readFbxSkin(geometry, read.pointCount)
    const morphs = readFbxMorphs(geometry)
    const levels = polygons ? getSubdivisionLevels(polygons) : 0
    // Meshes with weights or morph targets stay coarse, because both refer to the points before
    // subdivision.
    const isStill = skin === undefined && morphs.length === 0
    const smooth =
      polygons && levels > 0 && isStill ? subdivideGeometry(polygons, levels) : undefined
    if (levels > 0 && !smooth) this.#reading.leaveOut('subdivision')
    const content: Content = { geometry: smooth ? readFbxGeometry(smooth) : read, skin, morphs }
    this.#contents.set(geometry, content)
    return content
  }

  #makeMesh(
    name: string,
    { geometry, skin, morphs }: Content,
    getMaterial: (slot: number) => Material,
  ): Mesh | undefined {
    if (geometry.surfaces.length === 0 && geometry.lines.length === 0) return undefined
    const mesh = this.#document.createMesh(name)
    for (const surface of geometry.surfaces) {
      const primitive = this.#makePrimitive(surface).setMaterial(getMaterial(surface.slot))
      if (skin) this.#addWeights(primitive, surface, skin)
      for (const morph of morphs) {
        const offsets = this.#list('VEC3', spread(morph, surface, geometry.pointCount))
        const target = this.#document.createPrimitiveTarget(morph.name)
        primitive.addTarget(target.setAttribute('POSITION', offsets))
      }
      mesh.addPrimitive(primitive)
    }
    if (geometry.lines.length > 0) mesh.addPrimitive(this.#makeLines(geometry.lines))
    if (morphs.length > 0) mesh.setExtras({ targetNames: morphs.map((morph) => morph.name) })
    return mesh.setWeights(morphs.map(() => 0))
  }

  #makeLines(points: Float32Array<ArrayBuffer>): Primitive {
    this.#lineMaterial ??= this.#makeMaterial({
      ...plain,
      name: 'line',
      color: [0.21, 0.21, 0.21, 1],
    })
    return this.#document
      .createPrimitive()
      .setMode(linesMode)
      .setAttribute('POSITION', this.#list('VEC3', points))
      .setMaterial(this.#lineMaterial)
  }

  #list(
    type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  ) {
    return this.#document.createAccessor().setType(type).setArray(array)
  }

  #makePrimitive({ positions, indices, normals, uvs, colors }: FbxSurface): Primitive {
    const primitive = this.#document
      .createPrimitive()
      .setAttribute('POSITION', this.#list('VEC3', positions))
      .setIndices(this.#list('SCALAR', indices))
    if (normals) primitive.setAttribute('NORMAL', this.#list('VEC3', normals))
    uvs.forEach((list, set) => primitive.setAttribute(`TEXCOORD_${set}`, this.#list('VEC2', list)))
    if (colors) primitive.setAttribute('COLOR_0', this.#list('VEC4', colors))
    return primitive
  }

  #addWeights(primitive: Primitive, { points }: FbxSurface, { joints, weights }: FbxSkin): void {
    const ownJoints = new Uint16Array(points.length * 4)
    const ownWeights = new Float32Array(points.length * 4)
    points.forEach((point, at) => {
      ownJoints.set(joints.subarray(point * 4, point * 4 + 4), at * 4)
      ownWeights.set(weights.subarray(point * 4, point * 4 + 4), at * 4)
    })
    primitive
      .setAttribute('JOINTS_0', this.#list('VEC4', ownJoints))
      .setAttribute('WEIGHTS_0', this.#list('VEC4', ownWeights))
  }

  #getMaterial(
    object: FbxObject | undefined,
    loose: readonly FbxObject[],
    hasColors: boolean,
  ): Material {
    const key = [object?.id ?? '', ...loose.map(({ id }) => id), hasColors].join('\n')
    const known = this.#materials.get(key)
    if (known) return known
    const described = object
      ? getFbxMaterial(object, this.#reading, loose)
      : { ...plain, ...(hasColors && { color: [1, 1, 1, 1] as const }) }
    const made = this.#makeMaterial(described)
    this.#materials.set(key, made)
    return made
  }

  #makeMaterial(described: FbxMaterial): Material {
    const { name, color, metalness, roughness, emissive, isBlended } = described
    const material = this.#document
      .createMaterial(name)
      .setBaseColorFactor([...color])
      .setMetallicFactor(metalness)
      .setRoughnessFactor(roughness)
      .setEmissiveFactor([...emissive])
      .setDoubleSided(true)
    if (isBlended) material.setAlphaMode('BLEND')
    const { colorTexture, normalTexture, emissiveTexture, occlusionTexture, surfaceTexture } =
      described
    if (colorTexture) {
      material.setBaseColorTexture(this.#getTexture(colorTexture.picture))
      this.#place(material.getBaseColorTextureInfo(), colorTexture)
    }
    if (normalTexture) {
      material.setNormalTexture(this.#getTexture(normalTexture.picture))
      this.#place(material.getNormalTextureInfo(), normalTexture)
    }
    if (emissiveTexture) {
      material.setEmissiveTexture(this.#getTexture(emissiveTexture.picture))
      this.#place(material.getEmissiveTextureInfo(), emissiveTexture)
    }
    if (occlusionTexture) {
      material.setOcclusionTexture(this.#getTexture(occlusionTexture.picture))
      this.#place(material.getOcclusionTextureInfo(), occlusionTexture)
    }
    if (surfaceTexture) {
      material.setMetallicRoughnessTexture(this.#getTexture(surfaceTexture.picture))
      this.#place(material.getMetallicRoughnessTextureInfo(), surfaceTexture)
    }
    return material
  }

  #getTexture(picture: EmbeddedPicture): Texture {
    const known = this.#textures.get(picture)
    if (known) return known
    if (picture.mimeType === 'image/webp') {
      this.#document.createExtension(EXTTextureWebP).setRequired(true)
    }
    const texture = this.#document
      .createTexture(picture.name)
      .setImage(picture.bytes)
      .setMimeType(picture.mimeType)
    this.#textures.set(picture, texture)
    return texture
  }

  #place(info: ReturnType<Material['getBaseColorTextureInfo']>, texture: FbxTexture): void {
    const { offset, scale, isClamped } = texture
    if (isClamped[0]) info?.setWrapS(wrapModes.clamp)
    if (isClamped[1]) info?.setWrapT(wrapModes.clamp)
    if (offset[0] === 0 && offset[1] === 0 && scale[0] === 1 && scale[1] === 1) return
    const transform = this.#document
      .createExtension(KHRTextureTransform)
      .createTransform()
      .setScale([...scale])
      // The texture coordinate v grows downwards in glTF and upwards in FBX.
      .setOffset([offset[0], 1 - scale[1] - offset[1]])
    info?.setExtension('KHR_texture_transform', transform)
  }
}

const plain: FbxMaterial = {
  name: 'unpainted',
  color: [0.6, 0.6, 0.6, 1],
  metalness: 0,
  roughness: 0.6,
  isBlended: false,
  emissive: [0, 0, 0],
}

function spread(
  { points, offsets }: FbxMorph,
  surface: FbxSurface,
  pointCount: number,
): Float32Array<ArrayBuffer> {
  const place = new Int32Array(pointCount).fill(-1)
  for (let at = 0; at < points.length; at++) {
    const point = points[at] ?? -1
    if (point >= 0 && point < pointCount) place[point] = at
  }
  const list = new Float32Array(surface.points.length * 3)
  surface.points.forEach((point, vertex) => {
    const at = place[point] ?? -1
    if (at < 0) return
    for (let axis = 0; axis < 3; axis++) list[vertex * 3 + axis] = offsets[at * 3 + axis] ?? 0
  })
  return list
}
