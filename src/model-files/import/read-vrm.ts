import { readGlbChunks, writeGlb } from '#lib/gltf/glb.ts'
import { at, type Json, toObject, toObjectList } from '../glb/glb-json.ts'
import { formatPlural } from '#lib/format.ts'
import type { ImportReport } from './import-report.ts'

type Bind = { readonly expression: string; readonly mesh: number; readonly target: number }

/**
 * Returns a VRM 0 or 1 as GLB. Morph targets get the names of their facial expressions. VRM 0
 * avatars face backwards, so they are rotated.
 */
export function readVrm(bytes: Uint8Array, report: ImportReport): Uint8Array<ArrayBuffer> {
  const { json, binary } = readGlbChunks(bytes)
  const extensions = toObject(json['extensions'])
  const [old, current] = [toObject(extensions['VRM']), toObject(extensions['VRMC_vrm'])]
  const isOld = 'VRM' in extensions
  const binds = isOld ? getOldBinds(old) : getBinds(current, toObjectList(json['nodes']))
  const meshes = toObjectList(json['meshes']).map((mesh, index) =>
    nameTargets(
      mesh,
      binds.filter((bind) => bind.mesh === index),
    ),
  )
  report.losses.push(
    ...describeLosses(json, isOld ? old : current),
    ...describeTerms(toObject((isOld ? old : current)['meta'])),
  )
  const named = { ...json, meshes }
  return writeGlb(isOld ? turnAround(named) : named, binary)
}

/** Lists only omitted content that the avatar has. Exporters write many empty lists. */
function describeLosses(json: Json, vrm: Json): string[] {
  const text = JSON.stringify([json['materials'], vrm['materialProperties']])
  const physics = [
    toObject(toObject(json['extensions'])['VRMC_springBone'])['springs'],
    toObject(vrm['secondaryAnimation'])['boneGroups'],
  ]
  const painted = listExpressions(vrm).filter((expression) =>
    ['materialColorBinds', 'textureTransformBinds', 'materialValues'].some(
      (key) => toObjectList(expression[key]).length > 0,
    ),
  ).length
  return [
    ...(/MToon/i.test(text) ? ['Left out: this avatar’s cartoon shading.'] : []),
    ...(physics.some((list) => toObjectList(list).length > 0)
      ? ['Left out: the physics of its hair and clothes.']
      : []),
    ...(painted > 0
      ? [`Left out: colours and textures of ${formatPlural(painted, 'expression')}.`]
      : []),
  ]
}

function listExpressions(vrm: Json): Json[] {
  const { preset, custom } = toObject(vrm['expressions'])
  return [
    ...toObjectList(toObject(vrm['blendShapeMaster'])['blendShapeGroups']),
    ...[preset, custom].flatMap((group) => toObjectList(Object.values(toObject(group)))),
  ]
}

/** Returns sentences about the licence, because many avatars may not be changed. */
function describeTerms(meta: Json): string[] {
  const authors = Array.isArray(meta['authors'])
    ? meta['authors'].map(String).join(', ')
    : meta['author']
  const licence = ['otherLicenseUrl', 'licenseUrl', 'licenseName']
    .map((key) => meta[key])
    .find(isText)
  const words = [isText(authors) ? `by ${authors}` : '', licence ? `licence ${licence}` : '']
  const told = words.filter((word) => word !== '').join(', ')
  return told === '' ? [] : [`This avatar is ${told}.`]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function getOldBinds(vrm: Json): Bind[] {
  return toObjectList(toObject(vrm['blendShapeMaster'])['blendShapeGroups']).flatMap((group) =>
    toObjectList(group['binds']).map(({ mesh, index }) => ({
      expression: [group['name'], group['presetName']].find(isText) ?? 'expression',
      mesh: Number(mesh),
      target: Number(index),
    })),
  )
}

function getBinds(vrm: Json, nodes: readonly Json[]): Bind[] {
  const expressions = toObject(vrm['expressions'])
  const all = ['preset', 'custom'].flatMap((kind) => Object.entries(toObject(expressions[kind])))
  return all.flatMap(([expression, content]) =>
    toObjectList(toObject(content)['morphTargetBinds']).map(({ node, index }) => ({
      expression,
      mesh: Number(at(nodes, node)['mesh'] ?? -1),
      target: Number(index),
    })),
  )
}

/**
 * Writes names into `extras.targetNames`, which viewers show. Targets without an expression keep
 * their names.
 */
function nameTargets(mesh: Json, binds: readonly Bind[]): Json {
  const [first = {}] = toObjectList(mesh['primitives'])
  const count = toObjectList(first['targets']).length
  if (count === 0) return mesh
  const stated = [mesh, first]
    .map(({ extras }) => toObject(extras)['targetNames'])
    .find(Array.isArray)
  const targetNames = Array.from({ length: count }, (_, target) => {
    const own = binds.flatMap((bind) => (bind.target === target ? [bind.expression] : []))
    const name: unknown = stated?.[target]
    return own.length > 0
      ? [...new Set(own)].join(', ')
      : isText(name)
        ? name
        : `Morph ${target + 1}`
  })
  return { ...mesh, extras: { ...toObject(mesh['extras']), targetNames } }
}

function turnAround(json: Json): Json {
  const nodes: unknown[] = [...toObjectList(json['nodes'])]
  const scenes = toObjectList(json['scenes']).map((scene) => {
    const children = scene['nodes']
    if (!Array.isArray(children) || children.length === 0) return scene
    nodes.push({ name: 'Avatar', rotation: [0, 1, 0, 0], children })
    return { ...scene, nodes: [nodes.length - 1] }
  })
  return { ...json, nodes, scenes }
}
