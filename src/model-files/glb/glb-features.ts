import { listOwnKeys } from '#lib/own-value.ts'
import { isRecord } from '#lib/fields.ts'
import { at, type Json, toObject, toObjectList } from './glb-json.ts'

/** Content that some export formats cannot hold. */
export type GlbFeature =
  | 'transparency'
  | 'mixedSides'
  | 'occlusion'
  /** One material has pictures with different transforms. */
  | 'manyPlacements'
  /** A picture is mirrored, or repeated in one direction only. */
  | 'unusualWrapping'
  | 'vertexColors'
  | 'vertexAlpha'
  | 'bones'
  | 'morphs'
  | 'lights'
  | 'cameras'
  | 'unlit'
  | 'strokes'

const clamped = 33_071
const repeated = 10_497
const triangleModes = new Set<unknown>([4, 5, 6])

export function listFeatures(root: Json): GlbFeature[] {
  const materials = toObjectList(root['materials'])
  const primitives = toObjectList(root['meshes']).flatMap(({ primitives: own }) =>
    toObjectList(own),
  )
  const accessors = toObjectList(root['accessors'])
  const colors = primitives
    .map(({ attributes }) => toObject(attributes)['COLOR_0'])
    .filter((color) => color !== undefined)
  const sides = new Set(materials.map(({ doubleSided }) => doubleSided === true))
  const extensions = toObject(root['extensions'])
  const infos = materials.map(listTextureInfos)
  const found: Record<GlbFeature, boolean> = {
    transparency: materials.some(({ alphaMode = 'OPAQUE' }) => alphaMode !== 'OPAQUE'),
    mixedSides: sides.size > 1,
    occlusion: materials.some(({ occlusionTexture }) => isRecord(occlusionTexture)),
    manyPlacements: infos.some((list) => new Set(list.map(describePlacement)).size > 1),
    unusualWrapping: infos.flat().some((info) => isUnusual(root, info)),
    vertexColors: colors.length > 0,
    // Opaque materials ignore the alpha of vertices.
    vertexAlpha: primitives.some(
      ({ attributes, material }) =>
        (at(materials, material)['alphaMode'] ?? 'OPAQUE') !== 'OPAQUE' &&
        at(accessors, toObject(attributes)['COLOR_0'])['type'] === 'VEC4',
    ),
    bones: toObjectList(root['skins']).length > 0,
    morphs: primitives.some(({ targets }) => toObjectList(targets).length > 0),
    lights: isRecord(extensions['KHR_lights_punctual']),
    cameras: toObjectList(root['cameras']).length > 0,
    unlit: materials.some((material) =>
      isRecord(toObject(material['extensions'])['KHR_materials_unlit']),
    ),
    strokes: primitives.some(({ mode = 4 }) => !triangleModes.has(mode)),
  }
  return listOwnKeys(found).filter((feature) => found[feature])
}

function listTextureInfos(material: Json): Json[] {
  const pbr = toObject(material['pbrMetallicRoughness'])
  return [
    pbr['baseColorTexture'],
    pbr['metallicRoughnessTexture'],
    material['normalTexture'],
    material['emissiveTexture'],
    material['occlusionTexture'],
  ].filter((info) => isRecord(info))
}

function describePlacement(info: Json): string {
  const transform = toObject(toObject(info['extensions'])['KHR_texture_transform'])
  const set = transform['texCoord'] ?? info['texCoord'] ?? 0
  const { offset = [0, 0], rotation = 0, scale = [1, 1] } = transform
  return JSON.stringify([set, offset, rotation, scale])
}

function isUnusual(root: Json, info: Json): boolean {
  const texture = at(toObjectList(root['textures']), info['index'])
  const { wrapS = repeated, wrapT = repeated } = at(
    toObjectList(root['samplers']),
    texture['sampler'],
  )
  const isSame = wrapS === wrapT && (wrapS === clamped || wrapS === repeated)
  return !isSame
}
