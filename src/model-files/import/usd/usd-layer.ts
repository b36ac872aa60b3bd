import { isRecord } from '#lib/fields.ts'
/** An object (prim), attribute or relationship of a USD layer. */
type UsdSpec = { fields: Record<string, unknown> }

/** A parsed USD layer. Specs are found by path, such as `/Root/Box` or `/Root/Box.points`. */
export type UsdLayer = { readonly specs: Map<string, UsdSpec>; readonly source: object }

/** Returns undefined for anything other than a layer. */
export function toUsdLayer(parsed: unknown): UsdLayer | undefined {
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const specs: unknown = Reflect.get(parsed, 'specsByPath')
  if (typeof specs !== 'object' || specs === null) return undefined
  const entries = Object.entries(specs).flatMap(([path, spec]): [string, UsdSpec][] => {
    const fields: unknown = Reflect.get(Object(spec), 'fields')
    return isRecord(fields) ? [[path, { fields }]] : []
  })
  return { specs: new Map(entries), source: parsed }
}

export const getUsdField = ({ specs }: UsdLayer, path: string, field: string): unknown =>
  specs.get(path)?.fields[field]

export const getValue = (layer: UsdLayer, prim: string, name: string): unknown =>
  getUsdField(layer, `${prim}.${name}`, 'default')

/** Returns a list or typed array as numbers, or undefined for anything else. */
export const toNumberList = (value: unknown): number[] | undefined =>
  Array.isArray(value) || ArrayBuffer.isView(value)
    ? Array.from(value as ArrayLike<unknown>, Number)
    : undefined

export function getList(layer: UsdLayer, prim: string, name: string): number[] | undefined {
  const list = toNumberList(getValue(layer, prim, name))
  return list?.every(Number.isFinite) ? list : undefined
}

export function setValue(
  { specs }: UsdLayer,
  { prim, name }: { readonly prim: string; readonly name: string },
  value: readonly number[],
): void {
  const spec = specs.get(`${prim}.${name}`)
  if (spec) spec.fields['default'] = value
}

export const isOfPrim = (path: string): boolean => !path.slice(path.lastIndexOf('/')).includes('.')
