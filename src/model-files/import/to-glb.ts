import { chosenUnits, rememberUnit } from './units/chosen-units.ts'
import { getExtension } from './endings.ts'
import { emptyReport, type ImportReport } from './import-report.ts'
import type { OwnModel } from './own-models.ts'
import { askForUnit } from './units/unit-question.ts'

/**
 * Returns the model as a GLB. Asks the user for a missing unit if no guess is plausible.
 * @returns undefined if the user cancels.
 * @throws {Error} with a sentence for the user if the file cannot be read.
 */
export async function toGlb({
  file,
  companions,
}: OwnModel): Promise<{ glb: Blob; report: ImportReport } | undefined> {
  if (getExtension(file.name) === '.glb' && !(await needsFiles(file))) {
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

/**
 * Returns whether a GLB refers to external files, or false for a broken GLB, which the server
 * rejects later.
 */
async function needsFiles(glb: Blob): Promise<boolean> {
  const { readFileHeader } = await import('../inspect/read-file-header.ts')
  const header = await readFileHeader(glb)
  return 'externalUris' in header && header.externalUris.length > 0
}
