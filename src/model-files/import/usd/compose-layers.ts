import { asList, asRecord, asString } from '#lib/fields.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { arcFields, createStacks, isDefined, type LayerStack, mergeSpecs } from './layer-stack.ts'
import { specTypes, type UsdArc, type UsdLayer, type UsdSpec } from './usd-layer.ts'
import { type ChosenVariants, VariantChooser, type VariantSet } from './variant-chooser.ts'

/** Maximum length of a chain of references between prims (objects of a USD scene). */
const arcsMax = 32
/**
 * Maximum number of specs in a composed layer, because references can multiply the contents of
 * files.
 */
const specsMax = 500_000
const composed: ReadonlySet<string> = new Set([
  ...arcFields,
  'variantSelection',
  'variantSetNames',
  'variantSetChildren',
  'primChildren',
  'properties',
])

/** A description of a prim: its path in a layer, and how paths of the layer are renamed. */
type Source = {
  readonly stack: LayerStack
  readonly path: string
  readonly renames: readonly { readonly from: string; readonly to: string }[]
}

export type ComposedUsd = {
  readonly layer: UsdLayer
  readonly variants: readonly VariantSet[]
  readonly missing: ReadonlySet<string>
}

/**
 * Composes the layers of a package to one layer, in USD's order of strength. Resolves sublayers,
 * references, payloads, classes and selected variants.
 */
export function composeLayers(
  layers: ReadonlyMap<string, UsdLayer>,
  root: string,
  chosen: ChosenVariants,
): ComposedUsd {
  const composer = new LayerComposer(layers, chosen)
  return composer.compose(root)
}

class LayerComposer {
  readonly #getStack: (file: string) => LayerStack | undefined
  readonly #chooser: VariantChooser
  readonly #specs = new Map<string, UsdSpec>()
  readonly #missing = new Set<string>()

  constructor(layers: ReadonlyMap<string, UsdLayer>, chosen: ChosenVariants) {
    this.#getStack = createStacks(layers)
    this.#chooser = new VariantChooser(chosen)
  }

  compose(file: string): ComposedUsd {
    const stack = this.#getStack(file)
    const root = stack?.specs.get('/')
    this.#specs.set('/', { specType: specTypes.prim, fields: { ...root?.fields } })
    for (const name of stack?.children.get('') ?? []) {
      const path = `/${name}`
      if (stack) this.#addPrim(path, [{ stack, path, renames: [] }])
    }
    return {
      layer: { specs: this.#specs },
      variants: this.#chooser.sets,
      missing: this.#missing,
    }
  }

  /** @param stated descriptions of the prim, the strongest first. */
  #addPrim(path: string, stated: readonly Source[]): void {
    const selection: Record<string, string> = {}
    const sources = stated.flatMap((source) => this.#expand(source, { path, selection, depth: 0 }))
    const specs = sources.flatMap(({ stack, path: at }) => stack.specs.get(at) ?? [])
    const [first] = specs
    if (!first) return
    const { fields } = specs.slice(1).reduce(mergeSpecs, first)
    if (fields['active'] === false) return
    if (!isDefined(fields['specifier'])) return
    this.#set(path, { specType: specTypes.prim, fields: withoutArcs(fields) })
    this.#addProperties(path, sources)
    const names = new Set(
      sources.flatMap(({ stack, path: at }) => [...(stack.children.get(at) ?? [])]),
    )
    for (const name of names) {
      const below = sources
        .filter(({ stack, path: at }) => stack.children.get(at)?.has(name))
        .map((source) => ({ ...source, path: `${source.path}/${name}` }))
      this.#addPrim(`${path}/${name}`, below)
    }
  }

  #addProperties(path: string, sources: readonly Source[]): void {
    for (const source of sources) {
      for (const name of source.stack.properties.get(source.path) ?? []) {
        const spec = source.stack.specs.get(`${source.path}.${name}`)
        if (!spec) continue
        const own = { ...spec, fields: withTargets(spec.fields, source) }
        const place = `${path}.${name}`
        const known = this.#specs.get(place)
        this.#set(place, known ? { ...mergeSpecs(known, own), specType: own.specType } : own)
      }
    }
    const order = this.#specs.get(`${path}.xformOpOrder`)?.fields['default']
    const fields = this.#specs.get(path)?.fields
    if (fields && order !== undefined) fields['xformOpOrder'] = order
  }

  #set(path: string, spec: UsdSpec): void {
    this.#specs.set(path, spec)
    if (this.#specs.size > specsMax) {
      throw new UnworkableModelError('This USD has too many objects for a browser.')
    }
  }

  #expand(source: Source, context: Expanding): Source[] {
    const { stack, path } = source
    const spec = stack.specs.get(path)
    const sets = stack.variants.get(path)
    if (!spec || context.depth > arcsMax) return []
    const { selection } = context
    const stated = Object.entries(asRecord(spec.fields['variantSelection']))
    for (const [set, variant] of stated) selection[set] ??= String(variant)
    const deeper = { ...context, depth: context.depth + 1 }
    const follow = (targets: readonly Source[]) =>
      targets.flatMap((target) => this.#expand(target, deeper))
    const inherited = follow(this.#getClasses(source, 'inheritPaths', context.path))
    const variants = Array.from(sets ?? [], ([set, names]) => {
      const name = this.#chooser.choose({ prim: context.path, set, names, stated: selection[set] })
      return { ...source, path: `${path}/{${set}=${name}}` }
    })
    return [
      source,
      ...inherited,
      ...follow(variants),
      ...follow(this.#getReferenced(source, 'references', context.path)),
      ...follow(this.#getReferenced(source, 'payload', context.path)),
      ...follow(this.#getClasses(source, 'specializes', context.path)),
    ]
  }

  #getClasses(
    { stack, path, renames }: Source,
    field: 'inheritPaths' | 'specializes',
    to: string,
  ): Source[] {
    return asList(stack.specs.get(path)?.fields[field]).flatMap((target) => {
      const from = toFullTarget(asString(target), path)
      const isKnown = stack.specs.has(from) && !path.startsWith(`${from}/`)
      return isKnown ? [{ stack, path: from, renames: [{ from, to }, ...renames] }] : []
    })
  }

  #getReferenced(
    { stack, path, renames }: Source,
    field: 'references' | 'payload',
    to: string,
  ): Source[] {
    return asList(stack.specs.get(path)?.fields[field]).flatMap((arc) => {
      const { file, prim } = arc as UsdArc
      const target = this.#getStack(file)
      if (!target) {
        this.#missing.add(file)
        return []
      }
      const from = prim ?? getDefaultPrim(target)
      if (from === undefined) return []
      const outer = target === stack ? renames : []
      return [{ stack: target, path: from, renames: [{ from, to }, ...outer] }]
    })
  }
}

type Expanding = {
  readonly path: string
  readonly selection: Record<string, string>
  readonly depth: number
}

function getDefaultPrim({ specs, children }: LayerStack): string | undefined {
  const stated = asString(specs.get('/')?.fields['defaultPrim'])
  const [first] = children.get('') ?? []
  const name = stated === '' ? first : stated.replace(/^\//, '')
  return name === undefined ? undefined : `/${name}`
}

const withoutArcs = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !composed.has(field)))

function withTargets(fields: Record<string, unknown>, source: Source): Record<string, unknown> {
  const made = { ...fields }
  for (const field of ['targetPaths', 'connectionPaths']) {
    const list = asList(fields[field])
    if (list.length > 0) made[field] = list.map((target) => rename(String(target), source))
  }
  return made
}

function rename(target: string, { path, renames }: Source): string {
  const full = toFullTarget(target, path)
  for (const { from, to } of renames) {
    if (full === from || full.startsWith(`${from}/`) || full.startsWith(`${from}.`)) {
      return to + full.slice(from.length)
    }
  }
  return full
}

function toFullTarget(target: string, prim: string): string {
  const plain = withoutVariants(target)
  if (plain.startsWith('/')) return plain
  const parts = withoutVariants(prim).split('/')
  for (const part of plain.split('/')) {
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

const withoutVariants = (path: string): string => path.replaceAll(/\/?\{[^}]*\}/g, '')
