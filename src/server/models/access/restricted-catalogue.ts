import { HttpError } from '../../errors/http-error.ts'
import { currentActorId } from '../../store/owner-scope.ts'
import type { Catalogue } from '../catalogue.ts'
import type { ModelAccess } from './model-access.ts'

/**
 * Returns the catalogue without models that the current person may not use. Background work of the
 * server may use all models.
 */
export function restrictCatalogue(
  catalogue: Catalogue,
  {
    mayUse,
    looksClosed,
    isHidden = () => false,
  }: Pick<ModelAccess, 'mayUse' | 'looksClosed'> & {
    isHidden?: (connectionId: string) => boolean
  },
): Catalogue {
  const isOpen = (modelId: string): boolean => {
    const actorId = currentActorId()
    return actorId === undefined || mayUse(actorId, modelId)
  }
  const refuse = (modelId: string) => {
    if (!isOpen(modelId)) throw closed(modelId)
  }
  const isDefault = (modelId: string) =>
    isOpen(modelId) && !isHidden(modelId.split('/', 1)[0] ?? '')
  return {
    ...catalogue,
    defaultFor: (purpose) => {
      const modelId = catalogue.defaultFor(purpose)
      return modelId !== undefined && isDefault(modelId) ? modelId : undefined
    },
    async list(signal) {
      const listed = await catalogue.list(signal)
      return {
        ...listed,
        models: listed.models.filter(({ id }) => isOpen(id)),
        problems: listed.problems.filter(({ provider }) => isOpen(provider)),
        ...(listed.defaults && {
          defaults: Object.fromEntries(
            Object.entries(listed.defaults).filter(([, modelId]) => isDefault(modelId)),
          ),
        }),
      }
    },
    // This method is not `async`, because each additional promise delays the answer.
    chat(modelId, signal, options) {
      if (!isOpen(modelId)) return Promise.reject(closed(modelId))
      return catalogue.chat(modelId, signal, options).then((found) => {
        const id = `${found.provider.id}/${found.model}`
        refuse(id)
        const actorId = currentActorId()
        if (actorId === undefined || !looksClosed(actorId, id)) return found
        return refuseUnlisted(id, found.provider, signal).then(() => found)
      })
    },
    async generation(modelId, signal) {
      refuse(modelId)
      const found = await catalogue.generation(modelId, signal)
      refuse(found.model3d.id)
      return found
    },
  }
}

/**
 * Refuses another spelling of a restricted model's id, but not a separately listed model such as
 * `gpt-5:free`.
 */
export async function refuseUnlisted(
  modelId: string,
  { listModels }: { listModels: (signal: AbortSignal) => Promise<readonly { id: string }[]> },
  signal: AbortSignal,
): Promise<void> {
  const models = await listModels(signal)
  if (!models.some(({ id }) => id === modelId)) throw closed(modelId)
}

export const closed = (modelId: string): HttpError =>
  new HttpError(
    'unknown_model',
    `You cannot use ${modelId}. An admin decides who can use which model, in Settings › People.`,
  )
