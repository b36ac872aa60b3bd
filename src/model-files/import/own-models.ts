import { companionEndings, getExtension, importableEndings, isUsdLayer } from './endings.ts'

export const importedEndings: readonly string[] = [
  '.glb',
  ...importableEndings,
  ...companionEndings,
]

export type OwnModel = { file: File; companions: readonly File[] }

/**
 * Returns the models among selected files. Each model can refer to all other files. USD layers are
 * one model.
 */
export function ownModels(files: readonly File[]): OwnModel[] {
  const [firstLayer, ...layers] = files.filter(({ name }) => isUsdLayer(name))
  const companions = files.filter(({ name }) => isOneOf(companionEndings, name))
  return files
    .filter((file) => isOneOf(['.glb', ...importableEndings], file.name) && !layers.includes(file))
    .map((file) => ({
      file,
      companions: file === firstLayer ? [...companions, ...layers] : companions,
    }))
}

export const getModelName = ({ file }: OwnModel): string =>
  file.name.slice(0, file.name.length - getExtension(file.name).length).trim() || 'Model'

const isOneOf = (endings: readonly string[], name: string): boolean =>
  endings.includes(getExtension(name))
