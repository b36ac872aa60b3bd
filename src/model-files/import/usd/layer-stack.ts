import { asList, asString, isRecord } from '#lib/fields.ts'
import { findNamed } from '../endings.ts'
import type { UsdArc, UsdLayer, UsdSpec } from './usd-layer.ts'

/** Fields that refer to other prims. The lists of several layers are concatenated. */
export const arcFields = ['references', 'payload', 'inheritPaths', 'specializes'] as const
const depthMax = 32

/**
 * A layer merged with its sublayers, and indexes of its paths. File paths are relative to the
 * package.
 */
export type LayerStack = {
  readonly specs: ReadonlyMap<string, UsdSpec>
  readonly children: ReadonlyMap<string, ReadonlySet<string>>
  readonly properties: ReadonlyMap<string, ReadonlySet<string>>
  /** Variant names by the path of the prim, then by the name of the variant set. */
  readonly variants: ReadonlyMap<string, ReadonlyMap<string, string[]>>
}

/**
 * Returns the layers of a package by path. Each layer is merged with its sublayers when first
 * needed.
 */
export function createStacks(layers: ReadonlyMap<string, UsdLayer>) {
  const made = new Map<string, LayerStack>()
  return (file: string): LayerStack | undefined => {
    const name = findLayer(layers, file)
    const known = name === undefined ? undefined : made.get(name)
    if (known || name === undefined) return known
    const specs = new Map<string, UsdSpec>()
    addLayer(specs, { layers, file: name, depth: 0 })
    const stack = { specs, ...indexPaths(specs) }
    made.set(name, stack)
    return stack
  }
}

/** Finds a layer by path or by name, because the folders of dropped files are unknown. */
export const findLayer = (
  layers: ReadonlyMap<string, UsdLayer>,
  file: string,
): string | undefined =>
  layers.has(file)
    ? file
    : findNamed(
        Array.from(layers.keys(), (name) => ({ name })),
        file,
      )?.name

type Adding = {
  readonly layers: ReadonlyMap<string, UsdLayer>
  readonly file: string
  readonly depth: number
}

function addLayer(specs: Map<string, UsdSpec>, { layers, file, depth }: Adding): void {
  const own = findLayer(layers, file) ?? file
  const layer = layers.get(own)
  if (!layer || depth > depthMax) return
  for (const [path, { specType, fields }] of layer.specs) {
    const spec = { specType, fields: withFullPaths(fields, own) }
    const known = specs.get(path)
    specs.set(path, known ? mergeSpecs(known, spec) : spec)
  }
  for (const sublayer of asList(layer.specs.get('/')?.fields['subLayers'])) {
    const name = isRecord(sublayer) ? asString(sublayer['file']) : asString(sublayer)
    addLayer(specs, { layers, file: joinPath(own, name), depth: depth + 1 })
  }
}

/**
 * Adds the fields of a weaker spec. The stronger spec's value of an attribute stays, constant or
 * animated.
 */
export function mergeSpecs(strong: UsdSpec, weak: UsdSpec): UsdSpec {
  const fields = { ...weak.fields, ...strong.fields }
  const hasValue = ['default', 'timeSamples'].some((field) => strong.fields[field] !== undefined)
  if (hasValue) {
    for (const field of ['default', 'timeSamples']) {
      if (strong.fields[field] === undefined) delete fields[field]
    }
  }
  const isDefined = [strong, weak].some(({ fields: own }) => isDefinition(own['specifier']))
  if (isDefined) {
    const definition = [strong, weak].find(({ fields: own }) => isDefinition(own['specifier']))
    fields['specifier'] = definition?.fields['specifier']
  }
  if (!strong.fields['typeName'] && weak.fields['typeName'])
    fields['typeName'] = weak.fields['typeName']
  for (const field of arcFields) {
    const both = [...asList(strong.fields[field]), ...asList(weak.fields[field])]
    if (both.length > 0) fields[field] = both
  }
  const selection = {
    ...Object(weak.fields['variantSelection']),
    ...Object(strong.fields['variantSelection']),
  }
  if (Object.keys(selection).length > 0) fields['variantSelection'] = selection
  return { specType: weak.specType, fields }
}

/** Returns whether a specifier is `def`, which binary layers store as 0. */
export const isDefined = (specifier: unknown): boolean => specifier === 'def' || specifier === 0
const isDefinition = (specifier: unknown): boolean =>
  isDefined(specifier) || specifier === 'class' || specifier === 2

function withFullPaths(fields: Record<string, unknown>, file: string): Record<string, unknown> {
  const made = { ...fields }
  for (const field of ['references', 'payload']) {
    const list = asList(fields[field])
    if (list.length > 0)
      made[field] = list.flatMap((arc) => (isArc(arc) ? [toFullArc(arc, file)] : []))
  }
  if (fields['typeName'] === 'asset' && typeof fields['default'] === 'string') {
    made['default'] = joinPath(file, fields['default'])
  }
  return made
}

const isArc = (value: unknown): value is UsdArc => isRecord(value) && 'file' in value

const toFullArc = ({ file, prim }: UsdArc, from: string): UsdArc => ({
  file: file === '' ? from : joinPath(from, file),
  prim,
})

export const getFiles = ({ specs }: UsdLayer): string[] =>
  Array.from(specs.values(), ({ fields }) =>
    ['subLayers', 'references', 'payload'].flatMap((field) =>
      asList(fields[field]).map((one) => (isArc(one) ? one.file : asString(one))),
    ),
  )
    .flat()
    .filter((file) => file !== '')

/** Resolves a path against the folder of a file. */
export function joinPath(from: string, path: string): string {
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function indexPaths(specs: ReadonlyMap<string, UsdSpec>) {
  const children = new Map<string, Set<string>>()
  const properties = new Map<string, Set<string>>()
  const variants = new Map<string, Map<string, string[]>>()
  for (const path of specs.keys()) {
    // Variant names may contain dots and slashes.
    const [, parent = '', name = ''] = /^(.*)\/((?:\{[^}]*\}|[^/{}])+)$/s.exec(path) ?? []
    if (name === '') continue
    const [, set, variant = '', attribute] = /^\{([^=]*)=([^}]*)\}(?:\.(.+))?$/s.exec(name) ?? []
    if (set !== undefined && attribute === undefined) {
      const sets = getOrAdd(variants, parent, () => new Map<string, string[]>())
      if (variant !== '') getOrAdd(sets, set, () => []).push(variant)
      continue
    }
    const dot = set === undefined ? name.indexOf('.') : name.indexOf('}') + 1
    if (dot > 0) {
      const prim = `${parent}/${name.slice(0, dot)}`
      getOrAdd(properties, prim, () => new Set<string>()).add(name.slice(dot + 1))
    } else getOrAdd(children, parent, () => new Set<string>()).add(name)
  }
  return { children, properties, variants }
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key) ?? create()
  map.set(key, known)
  return known
}
