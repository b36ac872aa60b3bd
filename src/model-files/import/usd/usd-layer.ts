import { asRecord, isRecord } from '#lib/fields.ts'

/** Type numbers of specs in the crate format (binary USD). */
export const specTypes = { attribute: 1, prim: 6, relationship: 8, variant: 10 } as const

/** A description of a prim, attribute or relationship in a USD layer. */
export type UsdSpec = { readonly specType: number; readonly fields: Record<string, unknown> }

/** Specs by path, such as `/Root/Box`, `/Root/Box.points` or `/Root/{color=red}/Box`. */
export type UsdSpecs = Record<string, UsdSpec>

export type UsdLayer = { readonly specs: Map<string, UsdSpec> }

/** A reference or payload. The defaults are the same layer and the layer's default prim. */
export type UsdArc = { readonly file: string; readonly prim?: string | undefined }

export function toUsdLayer(parsed: unknown): UsdLayer {
  const specs: unknown = Reflect.get(Object(parsed), 'specsByPath')
  const entries = Object.entries(asRecord(specs)).flatMap(([path, spec]): [string, UsdSpec][] => {
    const fields: unknown = Reflect.get(Object(spec), 'fields')
    const specType = Number(Reflect.get(Object(spec), 'specType'))
    return isRecord(fields) ? [[path, { specType, fields }]] : []
  })
  return { specs: new Map(entries) }
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

/**
 * Returns whether a path is that of a prim. Variant names may contain dots, which start no
 * property.
 */
export const isOfPrim = (path: string): boolean =>
  !path
    .slice(path.lastIndexOf('/'))
    .replace(/\{[^}]*\}/, '')
    .includes('.')
