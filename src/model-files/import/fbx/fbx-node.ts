import { UnworkableModelError } from '../../unworkable-model-error.ts'

export type FbxArray = Float32Array | Float64Array | Int32Array | Uint8Array
/** Ids beyond 2^53 are strings, because numbers would round such ids. */
export type FbxValue = string | number | FbxArray
/** A node of an FBX file: `Name: value, value { … }`. */
export type FbxNode = { name: string; values: FbxValue[]; children: FbxNode[] }

export type FbxFile = { version: number; nodes: FbxNode[] }

export const createDamageError = (cause?: unknown) =>
  new UnworkableModelError('This FBX is damaged: its contents cannot be read.', { cause })

export const createNode = (
  name: string,
  values: FbxNode['values'],
  children: FbxNode[] = [],
): FbxNode => ({ name, values, children })

export const findChild = (node: FbxNode | undefined, name: string): FbxNode | undefined =>
  node?.children.find((one) => one.name === name)

/** Returns the numbers of a node, written as `*3 { a: 1,2,3 }`, `1,2,3` or a binary list. */
export function getNumbers(node: FbxNode | undefined): ArrayLike<number> {
  const list = node?.values.find((value) => typeof value === 'object')
  if (list) return list
  const source = findChild(node, 'a') ?? node
  return (source?.values ?? []).filter((value): value is number => typeof value === 'number')
}

export const getText = (node: FbxNode | undefined): string => {
  const text = node?.values.find((value) => typeof value === 'string')
  return text ?? ''
}
