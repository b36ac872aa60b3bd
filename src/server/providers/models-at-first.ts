import type { ModelList } from '#contract/models.ts'
import { guide } from './guide/guide-provider.ts'
import { localImageTo3d } from '../models/local-image-to-3d.ts'
import { localScan } from '../models/local-scan.ts'

/** Models of a server without connected services and without added ONNX models. */
export const modelsAtFirst: ModelList = {
  models: [guide, localImageTo3d, localScan],
  problems: [],
}

/** Returns whether the list contains only the models of a new server, under their own names. */
export function hasModelsAtFirst({ models, problems, defaults = {} }: ModelList): boolean {
  return (
    problems.length === 0 &&
    Object.keys(defaults).length === 0 &&
    listNames(models) === listNames(modelsAtFirst.models)
  )
}

const listNames = (models: ModelList['models']): string =>
  models.map(({ id, name }) => `${id} ${name}`).join('\n')
