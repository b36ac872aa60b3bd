import { companionEndings, getExtension, importableEndings } from './endings.ts'

export const importedEndings: readonly string[] = [
  '.glb',
  ...importableEndings,
  ...companionEndings,
]

export type OwnModel = { file: File; companions: readonly File[] }

/**
 * Returns the models among selected files. Each model gets all other files, because it may refer to
 * any of them.
 */
export function ownModels(files: readonly File[]): OwnModel[] {
  const companions = files.filter(({ name }) => isOneOf(companionEndings, name))
  return files
    .filter(({ name }) => isOneOf(['.glb', ...importableEndings], name))
    .map((file) => ({ file, companions }))
}

/** Returns a model's title in the library, which is its file name without the extension. */
export const getModelName = ({ file }: OwnModel): string =>
  file.name.slice(0, file.name.length - getExtension(file.name).length).trim() || 'Model'

const isOneOf = (endings: readonly string[], name: string): boolean =>
  endings.includes(getExtension(name))
