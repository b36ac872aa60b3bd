import { useQuery } from '@tanstack/react-query'
import { joinWithCommas } from '#lib/format.ts'
import { modelsQuery } from '#queries/models.ts'
import { useProviderName } from '#queries/provider-name.ts'

type UsedModel = {
  /** Name of the model and its service, or the id of a model that is no longer listed. */
  name: string
  /** True if limits in dollars assume a price for this chat model. */
  isPriceAssumed: boolean
}

/** Returns a function that describes a model in reports about usage. */
export function useUsedModels(): (modelId: string) => UsedModel {
  const { data } = useQuery(modelsQuery())
  const nameOfProvider = useProviderName()
  return (modelId) => {
    const model = data?.models.find(({ id }) => id === modelId)
    return {
      name: model ? joinWithCommas([model.name, nameOfProvider(model.provider)]) : modelId,
      isPriceAssumed: model?.kind === 'chat' && model.price === undefined,
    }
  }
}
