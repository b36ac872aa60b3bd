import { unzipSync } from 'fflate'
import type { Group, LoadingManager, Object3D } from 'three'
import { USDAParser } from 'three/addons/loaders/usd/USDAParser.js'
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js'
import { asRecord } from '#lib/fields.ts'
import { formatPlural } from '#lib/format.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import { checkZip } from '../zip/unzip.ts'
import { placeInstances } from './place-instances.ts'
import { prepareLayer, type UsdOmissions } from './prepare-layer.ts'
import { ColorComposer } from './color-composer.ts'
import { getUsdField, isOfPrim, toUsdLayer, type UsdLayer } from './usd-layer.ts'

const crateMagic = 'PXR-USDC'

/**
 * Reads a USDZ with three.js. Statements that three.js ignores are applied before and afterwards.
 *    @throws {UnworkableModelError} if it is no USDZ, or would unpack too large.
 */
export function readUsdz(
  bytes: Uint8Array<ArrayBuffer>,
  manager: LoadingManager,
  report: ImportReport,
): Group {
  checkZip(bytes)
  const files = unzipSync(bytes)
  const omissions: UsdOmissions = { hidden: 0, helpers: 0 }
  const assets: Record<string, unknown> = {}
  const layers = new Map<string, UsdLayer>()
  for (const [name, content] of Object.entries(files)) {
    if (!/\.usd[ac]?$/i.test(name)) {
      assets[name] = content
      continue
    }
    const layer = toUsdLayer(parse(content))
    if (!layer) continue
    prepareLayer(layer, omissions)
    layers.set(name, layer)
    assets[name] = layer.source
  }
  // The first file of the package is its root layer (USDZ specification).
  const [first] = Object.keys(files)
  const root = first === undefined ? undefined : layers.get(first)
  if (first === undefined || !root) {
    throw new UnworkableModelError('This USDZ is damaged: its first file is no USD layer.')
  }
  const composer = new ColorComposer(manager)
  const folder = first.includes('/') ? first.slice(0, first.lastIndexOf('/')) : ''
  const model: Group & { animations: Object3D['animations'] } = composer.compose(
    root.source,
    assets,
    {},
    folder,
  )
  placeInstances(model, root, report)
  describe(omissions, [...layers.values()], report)
  return model
}

function parse(content: Uint8Array): unknown {
  const head = new TextDecoder('latin1').decode(content.subarray(0, crateMagic.length))
  return head === crateMagic
    ? new USDCParser().parseData(content.slice().buffer)
    : new USDAParser().parseData(new TextDecoder().decode(content))
}

function describe(
  { hidden, helpers }: UsdOmissions,
  layers: readonly UsdLayer[],
  { losses }: ImportReport,
): void {
  if (hidden > 0) losses.push(`Left out because hidden: ${formatPlural(hidden, 'object')}.`)
  if (helpers > 0) losses.push(`Left out: ${formatPlural(helpers, 'proxy or guide object')}.`)
  for (const layer of layers) {
    for (const path of layer.specs.keys()) {
      const selection = isOfPrim(path) ? getUsdField(layer, path, 'variantSelection') : undefined
      for (const [name, value] of Object.entries(asRecord(selection))) {
        losses.push(`Shown variant of “${name}”: ${String(value)}. The others are left out.`)
      }
    }
  }
}
