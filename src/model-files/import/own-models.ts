import { companionEndings, endingOf, importableEndings } from './endings.ts'

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

/** What it is called in the library: as its file, without the ending. */
export const nameOfModel = ({ file }: OwnModel): string =>
  file.name.slice(0, file.name.length - endingOf(file.name).length).trim() || 'Model'

const isOneOf = (endings: readonly string[], name: string): boolean =>
  endings.includes(endingOf(name))
