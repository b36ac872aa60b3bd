import { chosenUnits, rememberUnit } from './chosen-units.ts'
import { emptyReport, type ImportReport } from './import-report.ts'
import { companionEndings, endingOf, importableEndings } from './endings.ts'
import { askForUnit } from './unit-question.ts'

/** What may be chosen: models, and what belongs to them. */
export const importedEndings: readonly string[] = [
  '.glb',
  ...importableEndings,
  ...companionEndings,
]

/** A model of one's own, with the files that came with it. */
export type OwnModel = { file: File; companions: readonly File[] }

/** The models among files that were chosen together. Each may use any of the files that are none. */
export function ownModels(files: readonly File[]): OwnModel[] {
  const companions = files.filter(({ name }) => isOneOf(companionEndings, name))
  return files
    .filter(({ name }) => isOneOf(['.glb', ...importableEndings], name))
    .map((file) => ({ file, companions }))
}

/**
 * The model as a GLB. The code that turns other kinds into one is loaded when it is needed. Where the file states no
 * unit and none makes a likely size of it, whoever imports it is asked.
 *
 * @returns nothing when they cancel.
 * @throws {Error} with a sentence for a person when the file cannot be read.
 */
export async function toGlb({
  file,
  companions,
}: OwnModel): Promise<{ glb: Blob; report: ImportReport } | undefined> {
  if (isOneOf(['.glb'], file.name) && !(await needsFiles(file))) {
    return { glb: file, report: emptyReport() }
  }
  const { importModel } = await import('./import-model.ts')
  const made = await importModel([file, ...companions], { units: chosenUnits() })
  const { unit: guess } = made.report
  if (!guess?.isUnsure) return made
  const unit = await askForUnit(file.name, guess)
  if (!unit) return undefined
  rememberUnit(guess.kind, unit)
  return unit === guess.used ? made : importModel([file, ...companions], { units: chosenUnits() })
}

/** A broken one is the server's to refuse. */
async function needsFiles(glb: Blob): Promise<boolean> {
  const { readFileHeader } = await import('../inspect/read-file-header.ts')
  const header = await readFileHeader(glb)
  return 'externalUris' in header && header.externalUris.length > 0
}

/** What it is called in the library: as its file, without the ending. */
export const nameOfModel = ({ file }: OwnModel): string =>
  file.name.slice(0, file.name.length - endingOf(file.name).length).trim() || 'Model'

const isOneOf = (endings: readonly string[], name: string): boolean =>
  endings.includes(endingOf(name))
