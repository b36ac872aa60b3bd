import { unzipSync } from 'fflate'
import type { Group, LoadingManager, Object3D } from 'three'
import { formatPlural } from '#lib/format.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import type { NamedFile } from '../named-file.ts'
import { checkZip } from '../zip/unzip.ts'
import { ColorComposer } from './color-composer.ts'
import { composeLayers } from './compose-layers.ts'
import { CrateReader } from './crate-reader.ts'
import { placeInstances } from './place-instances.ts'
import { prepareLayer, type UsdOmissions } from './prepare-layer.ts'
import { readUsda } from './read-usda.ts'
import { findLayer, getFiles, joinPath } from './layer-stack.ts'
import { toUsdLayer, type UsdLayer } from './usd-layer.ts'
import type { ChosenVariants } from './variant-chooser.ts'

const crateMagic = 'PXR-USDC'
const textMaxBytes = 128 * 2 ** 20
const layerPattern = /\.usd[ac]?$/i

type UsdOptions = {
  readonly manager: LoadingManager
  readonly report: ImportReport
  readonly variants?: ChosenVariants | undefined
}

/**
 * Reads a USDZ with three.js, and applies properties that three.js ignores.
 * @throws {UnworkableModelError} if the file is not a USDZ, or too large after unpacking.
 */
export function readUsdz(bytes: Uint8Array<ArrayBuffer>, options: UsdOptions): Group {
  checkZip(bytes)
  const files = new Map(Object.entries(unzipSync(bytes)))
  // The first file of the package is its root layer (USDZ specification).
  const [first] = files.keys()
  if (first === undefined || !layerPattern.test(first)) {
    throw new UnworkableModelError('This USDZ is damaged: its first file is no USD layer.')
  }
  return readLayers(files, first, options)
}

/** Reads USD, USDA or USDC files that the user dropped together. */
export function readUsd(files: readonly NamedFile[], options: UsdOptions): Group {
  const layers = files.filter(({ name }) => layerPattern.test(name))
  return readLayers(new Map(layers.map(({ name, bytes }) => [name, bytes])), undefined, options)
}

function readLayers(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  stated: string | undefined,
  { manager, report, variants = {} }: UsdOptions,
): Group {
  const omissions: UsdOmissions = { hidden: 0, helpers: 0 }
  const assets: Record<string, unknown> = {}
  const layers = new Map<string, UsdLayer>()
  for (const [name, content] of files) {
    if (!layerPattern.test(name)) assets[name] = content
    else layers.set(name, toUsdLayer(parse(content)))
  }
  const composed = composeLayers(layers, stated ?? findRoot(layers), variants)
  const { layer } = composed
  prepareLayer(layer, omissions)
  const composer = new ColorComposer(manager)
  const model: Group & { animations: Object3D['animations'] } = composer.compose(
    { specsByPath: Object.fromEntries(layer.specs) },
    assets,
    {},
    '',
  )
  placeInstances(model, layer, report)
  const { hidden, helpers } = omissions
  if (hidden > 0) report.losses.push(`Left out because hidden: ${formatPlural(hidden, 'object')}.`)
  if (helpers > 0) {
    report.losses.push(`Left out: ${formatPlural(helpers, 'proxy or guide object')}.`)
  }
  report.missing.push(...composed.missing)
  if (composed.variants.length > 0) report.variants = composed.variants
  return model
}

function findRoot(layers: ReadonlyMap<string, UsdLayer>): string {
  const used = new Set<string>()
  for (const [name, layer] of layers) {
    for (const file of getFiles(layer)) {
      const target = findLayer(layers, joinPath(name, file))
      if (target !== name && target !== undefined) used.add(target)
    }
  }
  const names = [...layers.keys()]
  return names.find((name) => !used.has(name)) ?? names[0] ?? ''
}

function parse(content: Uint8Array): unknown {
  const head = new TextDecoder('latin1').decode(content.subarray(0, crateMagic.length))
  if (head === crateMagic) return new CrateReader().parseData(content.slice().buffer)
  if (content.byteLength > textMaxBytes) {
    throw new UnworkableModelError('This USDA is larger than 128 MB, which is too large to open.')
  }
  return { specsByPath: readUsda(new TextDecoder().decode(content)) }
}
