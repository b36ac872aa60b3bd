import { chosenUnits, rememberUnit } from './units/chosen-units.ts'
import { endingOf } from './endings.ts'
import { emptyReport, type ImportReport } from './import-report.ts'
import type { OwnModel } from './own-models.ts'
import { askForUnit } from './units/unit-question.ts'

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
  if (endingOf(file.name) === '.glb' && !(await needsFiles(file))) {
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
