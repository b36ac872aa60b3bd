import { Euler, type EulerOrder, MathUtils, Matrix4, Vector3 } from 'three'
import { findChild, type FbxNode, readFbxNodes } from './fbx-nodes.ts'

export type Fbx6Object = {
  readonly node: FbxNode
  /** Type and name, such as `Model::Cube`. */
  readonly id: string
  readonly properties: ReadonlyMap<string, readonly number[]>
  readonly children: readonly Fbx6Object[]
}

export type Fbx6Scene = {
  readonly objects: readonly Fbx6Object[]
  /** Parent of each object. Root objects have no entry. */
  readonly parentOf: ReadonlyMap<Fbx6Object, Fbx6Object>
  /** Centimetres per unit. */
  readonly unitCm: number
  readonly isZUp: boolean
  readonly hasMotion: boolean
}

/** Returns an object's id. Binary files write `Model::Cube` as `Cube\0\x01Model`. */
function getId(value: unknown): string {
  const [name, kind] = String(value).split('\0\u0001')
  return kind === undefined ? (name ?? '') : `${kind}::${name}`
}

/**
 * Reads an FBX 6 as objects and their connections. @throws {UnworkableModelError} if it is damaged.
 */
export function readFbx6Scene(bytes: Uint8Array): Fbx6Scene {
  const root = readFbxNodes(bytes)
  const section = (name: string) => root.find((one) => one.name === name)
  const byId = new Map<string, { object: Fbx6Object; children: Fbx6Object[] }>()
  for (const node of section('Objects')?.children ?? []) {
    const id = getId(node.values[0])
    const children: Fbx6Object[] = []
    const object = { node, id, properties: getProperties(node), children }
    byId.set(id, { object, children })
  }
  const parentOf = new Map<Fbx6Object, Fbx6Object>()
  for (const { values } of section('Connections')?.children ?? []) {
    const child = byId.get(getId(values[1]))
    const parent = byId.get(getId(values[2]))
    if (!child || !parent) continue
    parent.children.push(child.object)
    if (child.object.node.name === 'Model') parentOf.set(child.object, parent.object)
  }
  const settings = getProperties(section('GlobalSettings'))
  return {
    objects: Array.from(byId.values(), ({ object }) => object),
    parentOf,
    unitCm: settings.get('UnitScaleFactor')?.[0] ?? 1,
    isZUp: settings.get('UpAxis')?.[0] === 2,
    hasMotion: (section('Takes')?.children ?? []).some(({ children }) =>
      children.some(({ name }) => name === 'Model'),
    ),
  }
}

function getProperties(node: FbxNode | undefined): Map<string, readonly number[]> {
  const properties = new Map<string, readonly number[]>()
  for (const { values } of findChild(node, 'Properties60')?.children ?? []) {
    const numbers = values.slice(3).filter((value): value is number => typeof value === 'number')
    properties.set(String(values[0]), numbers)
  }
  return properties
}

/** three.js' rotation orders by FBX's numbers. The first one rotates around X first. */
const orders: readonly EulerOrder[] = ['ZYX', 'YZX', 'XZY', 'ZXY', 'YXZ', 'XYZ']

/** Returns the world matrix of a model (FBX SDK, “Computing transformation matrices”). */
export function worldMatrix(scene: Fbx6Scene, model: Fbx6Object): Matrix4 {
  const matrix = localMatrix(model)
  const seen = new Set([model])
  for (let at = scene.parentOf.get(model); at && !seen.has(at); at = scene.parentOf.get(at)) {
    seen.add(at)
    matrix.premultiply(localMatrix(at))
  }
  return matrix
}

function localMatrix({ properties }: Fbx6Object): Matrix4 {
  const vector = (name: string, usual = 0) =>
    new Vector3(...(properties.get(name) ?? [usual, usual, usual]))
  const isActive = (properties.get('RotationActive')?.[0] ?? 0) > 0
  const order = isActive ? (orders[properties.get('RotationOrder')?.[0] ?? 0] ?? 'ZYX') : 'ZYX'
  const moved = (name: string, sign = 1) => {
    const { x, y, z } = vector(name).multiplyScalar(sign)
    return new Matrix4().makeTranslation(x, y, z)
  }
  const { x, y, z } = vector('Lcl Scaling', 1)
  return moved('Lcl Translation')
    .multiply(moved('RotationOffset'))
    .multiply(moved('RotationPivot'))
    .multiply(isActive ? turned(vector('PreRotation')) : new Matrix4())
    .multiply(turned(vector('Lcl Rotation'), order))
    .multiply(isActive ? turned(vector('PostRotation')).invert() : new Matrix4())
    .multiply(moved('RotationPivot', -1))
    .multiply(moved('ScalingOffset'))
    .multiply(moved('ScalingPivot'))
    .multiply(new Matrix4().makeScale(x, y, z))
    .multiply(moved('ScalingPivot', -1))
}

/** Returns the matrix that applies only to a mesh's points, not to its children. */
export function geometricMatrix({ properties }: Fbx6Object): Matrix4 {
  const [x = 0, y = 0, z = 0] = properties.get('GeometricTranslation') ?? []
  const [sx = 1, sy = 1, sz = 1] = properties.get('GeometricScaling') ?? []
  return new Matrix4()
    .makeTranslation(x, y, z)
    .multiply(turned(new Vector3(...(properties.get('GeometricRotation') ?? [0, 0, 0]))))
    .multiply(new Matrix4().makeScale(sx, sy, sz))
}

function turned({ x, y, z }: Vector3, order: EulerOrder = 'ZYX'): Matrix4 {
  const { degToRad } = MathUtils
  return new Matrix4().makeRotationFromEuler(
    new Euler(degToRad(x), degToRad(y), degToRad(z), order),
  )
}
