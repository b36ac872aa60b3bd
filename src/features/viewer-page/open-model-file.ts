import { translateSentence } from '#lib/language/translate-sentence.ts'
import { formatBytes, joinWithCommas } from '#lib/format.ts'
import type { EditorModel } from '#workshop/state/editor-state.ts'
import { describeFailure } from '#model-files/errors.ts'
import {
  companionEndings,
  getExtension,
  importableEndings,
  isUsdLayer,
} from '#model-files/import/endings.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { chosenUnits } from '#model-files/import/units/chosen-units.ts'
import { importModel } from '#model-files/import/import-model.ts'
import { emptyReport, type ImportReport } from '#model-files/import/import-report.ts'
import type { ChosenVariants } from '#model-files/import/usd/variant-chooser.ts'
import { readFileHeader } from '#model-files/inspect/read-file-header.ts'
import { t } from '#languages/viewer.ts'

export const modelEndings = ['.glb', ...importableEndings] as const
/** File extensions that users can select, including companion files such as an OBJ's materials. */
export const acceptedEndings = [...modelEndings, ...companionEndings] as const

export type OpenedModel = {
  /** The caller must revoke `model.url`, which is an object URL. */
  model: EditorModel
  note: string
  report: ImportReport
  files: readonly File[]
}

type Outcome = { status: 'opened'; opened: OpenedModel } | { status: 'failed'; reason: string }

type OpenOptions = {
  readonly signal?: AbortSignal | undefined
  /** The variants that the user selected in a USD file, by the key of the variant set. */
  readonly variants?: ChosenVariants | undefined
}

export async function openModelFile(
  files: readonly File[],
  { signal, variants }: OpenOptions = {},
): Promise<Outcome> {
  const [file, ...more] = files.filter(({ name }) => isModel(getExtension(name)))
  const layers = more.filter(({ name }) => isUsdLayer(name) && isUsdLayer(file?.name ?? ''))
  const unopened = more.filter((one) => !layers.includes(one))
  if (!file) {
    const endings = joinWithCommas(modelEndings.map((ending) => ending.slice(1).toUpperCase()))
    return {
      status: 'failed',
      reason: t('This file type is not supported. Supported: {endings}.', { endings }),
    }
  }
  if (getExtension(file.name) === '.glb') {
    const header = await readFileHeader(file)
    const isWhole = 'reason' in header || header.externalUris.length === 0
    if (isWhole)
      return openGlb(file, file.name, { files, report: withUnopened(emptyReport(), unopened) })
  }
  try {
    const others = files.filter(({ name }) => !isModel(getExtension(name)))
    const { glb, report } = await importModel([file, ...layers, ...others], {
      units: chosenUnits(),
      signal,
      variants,
    })
    return await openGlb(glb, file.name, { files, report: withUnopened(report, unopened) })
  } catch (error) {
    return { status: 'failed', reason: describeFailure(error) }
  }
}

const isModel = (ending: string) => modelEndings.some((one) => one === ending)

/** Lists the other model files in the report, because the page shows only one model. */
function withUnopened(report: ImportReport, unopened: readonly File[]): ImportReport {
  if (unopened.length === 0) return report
  const names = joinWithCommas(unopened.map(({ name }) => name))
  return {
    ...report,
    losses: [...report.losses, t('Only the first model is open. Not opened: {names}.', { names })],
  }
}

type Source = { files: readonly File[]; report: ImportReport }

async function openGlb(glb: Blob, name: string, { files, report }: Source): Promise<Outcome> {
  const header = await readFileHeader(glb)
  if ('reason' in header) return { status: 'failed', reason: translateSentence(header.reason) }
  const { triangles } = header
  const kind = getExtension(name).slice(1).toUpperCase()
  // Offer a single file that is not a GLB unchanged. Offer several files as one GLB.
  const [source] = files
  const isWhole = kind !== 'GLB' && files.length === 1
  const title = name.replace(/\.[^.]+$/, '').trim() || t('Model')
  const model: EditorModel = {
    url: URL.createObjectURL(glb),
    title,
    fileName: isWhole ? name : `${title}.glb`,
    sizeBytes: glb.size,
    triangles,
    ...(kind !== 'GLB' && { madeFrom: kind }),
    ...(isWhole && source && { downloadUrl: URL.createObjectURL(source) }),
  }
  return {
    status: 'opened',
    opened: {
      model,
      report,
      files,
      note: describeFile({ ...header, textures: header.textures.length, sizeBytes: glb.size }),
    },
  }
}

type FileFacts = Pick<LoadedModel, 'triangles' | 'vertices' | 'splats' | 'textures' | 'sizeBytes'>

export const describeFile = ({
  triangles,
  vertices,
  splats,
  textures,
  sizeBytes,
}: FileFacts): string =>
  joinWithCommas(
    [
      splats > 0
        ? t('{splats, plural, one {# splat} other {# splats}}', { splats })
        : triangles === 0 && vertices > 0
          ? t('{vertices, plural, one {# point} other {# points}}', { vertices })
          : t('{triangles, plural, one {# triangle} other {# triangles}}', { triangles }),
      textures > 0 && t('{textures, plural, one {# texture} other {# textures}}', { textures }),
      formatBytes(sizeBytes),
    ].filter((fact) => fact !== false),
  )
