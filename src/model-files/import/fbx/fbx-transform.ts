import { Euler, type EulerOrder, MathUtils, Matrix4, Vector3 } from 'three'
import { type FbxObject, type FbxScene, getNumber, getVector } from './fbx-scene.ts'

/** Default unit of FBX files, the centimetre. */
const metresPerUnit = 0.01

/** Rotation orders of three.js by their FBX numbers. Order 0 rotates around X first. */
const orders: readonly EulerOrder[] = ['ZYX', 'YZX', 'XZY', 'ZXY', 'YXZ', 'XYZ']

const scaleMin = 1e-6

/** Translation, rotation in degrees, and scale of a model. */
export type FbxPose = Readonly<
  Record<'translation' | 'rotation' | 'scaling', readonly [number, number, number]>
>

export const getRestPose = (model: FbxObject): FbxPose => ({
  translation: getVector(model, 'Lcl Translation'),
  rotation: getVector(model, 'Lcl Rotation'),
  scaling: getVector(model, 'Lcl Scaling', 1),
})

/**
 * Returns the matrix of a model relative to its parent (FBX SDK, “Computing transformation
 * matrices”).
 */
export function getLocalMatrix(
  model: FbxObject,
  pose: FbxPose = getRestPose(model),
  parentScale: FbxPose['scaling'] = getRestParentScale(model),
): Matrix4 {
  const isActive = hasRotationSpace(model)
  const order = getRotationOrder(model)
  const moved = (name: string, sign = 1) => {
    const [x, y, z] = getVector(model, name)
    return new Matrix4().makeTranslation(x * sign, y * sign, z * sign)
  }
  const turned = (name: string) => (isActive ? getRotation(getVector(model, name)) : new Matrix4())
  const matrix = new Matrix4()
    .makeTranslation(...pose.translation)
    .multiply(moved('RotationOffset'))
    .multiply(moved('RotationPivot'))
    .multiply(turned('PreRotation'))
    .multiply(getRotation(pose.rotation, order))
    .multiply(turned('PostRotation').invert())
    .multiply(moved('RotationPivot', -1))
    .multiply(moved('ScalingOffset'))
    .multiply(moved('ScalingPivot'))
    .multiply(new Matrix4().makeScale(...toInvertible(pose.scaling)))
    .multiply(moved('ScalingPivot', -1))
  return inheritScale(matrix, getNumber(model, 'InheritType'), parentScale)
}

/** Replaces a scale of 0, because such a matrix cannot be split into rotation and scale. */
const toInvertible = ([x, y, z]: readonly [number, number, number]): [number, number, number] => {
  const [a, b, c] = [x, y, z].map((value) => (Math.abs(value) < scaleMin ? scaleMin : value))
  return [a ?? 1, b ?? 1, c ?? 1]
}

/**
 * Returns whether the model's rotation offsets apply. Newer files with offsets omit
 * `RotationActive`.
 */
const hasRotationSpace = (model: FbxObject): boolean =>
  getNumber(model, 'RotationActive') !== 0 && !getNumber(model, 'RotationSpaceForLimitOnly')

export const getRotationOrder = (model: FbxObject): EulerOrder =>
  orders[hasRotationSpace(model) ? (getNumber(model, 'RotationOrder') ?? 0) : 0] ?? 'ZYX'

const getRestParentScale = (model: FbxObject): FbxPose['scaling'] => {
  const parent = getParentModel(model)
  return parent ? getVector(parent, 'Lcl Scaling', 1) : [1, 1, 1]
}

/**
 * Applies the parent's scale in the way that the file requests. With R and S of the parent, r and s
 * of the model: type 1 (usual) is RSrs, type 2 (Maya's joints) is Rrs without the parent's scale,
 * type 0 is RrSs.
 */
function inheritScale(
  matrix: Matrix4,
  type: number | undefined,
  [x, y, z]: FbxPose['scaling'],
): Matrix4 {
  if ((type !== 0 && type !== 2) || (x === 1 && y === 1 && z === 1)) return matrix
  if (x === 0 || y === 0 || z === 0) return matrix
  const place = new Vector3().setFromMatrixPosition(matrix)
  const inverse = new Matrix4().makeScale(1 / x, 1 / y, 1 / z)
  if (type === 0) matrix.multiply(new Matrix4().makeScale(x, y, z))
  return matrix.premultiply(inverse).setPosition(place)
}

export const getParentModel = ({ parents }: FbxObject): FbxObject | undefined =>
  parents.find(({ object, property }) => object.kind === 'Model' && property === '')?.object

export function getGeometricMatrix(model: FbxObject): Matrix4 {
  return new Matrix4()
    .makeTranslation(...getVector(model, 'GeometricTranslation'))
    .multiply(getRotation(getVector(model, 'GeometricRotation')))
    .multiply(new Matrix4().makeScale(...getVector(model, 'GeometricScaling', 1)))
}

const getRotation = (
  [x, y, z]: readonly [number, number, number],
  order: EulerOrder = 'ZYX',
): Matrix4 => {
  const { degToRad } = MathUtils
  return new Matrix4().makeRotationFromEuler(
    new Euler(degToRad(x), degToRad(y), degToRad(z), order),
  )
}

/** Returns the matrix from the axes and unit of the file to metres with y up and z to the front. */
export function getUprightMatrix({ settings }: FbxScene): Matrix4 {
  const number = (name: string) => getNumber({ properties: settings }, name)
  const axis = (name: string) => {
    const place = number(name) ?? -1
    const sign = (number(`${name}Sign`) ?? 1) < 0 ? -1 : 1
    return { place, sign }
  }
  const axes = [axis('CoordAxis'), axis('UpAxis'), axis('FrontAxis')]
  const isStated = [0, 1, 2].every((column) => axes.some(({ place }) => place === column))
  const rows = isStated ? axes : getUsualAxes(number('UpAxis'))
  const scale = (number('UnitScaleFactor') ?? 1) * metresPerUnit
  const values = rows.flatMap(({ place, sign }) => [
    ...[0, 1, 2].map((column) => (column === place ? sign * scale : 0)),
    0,
  ])
  return new Matrix4().fromArray([...values, 0, 0, 0, 1]).transpose()
}

function getUsualAxes(up: number | undefined): { place: number; sign: number }[] {
  const [right, front, frontSign] = up === 2 ? [0, 1, -1] : up === 0 ? [1, 2, 1] : [0, 2, 1]
  return [
    { place: right, sign: up === 0 ? -1 : 1 },
    { place: up ?? 1, sign: 1 },
    { place: front, sign: frontSign },
  ]
}
