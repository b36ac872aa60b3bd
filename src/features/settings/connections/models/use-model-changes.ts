import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeModels, type ModelsOf } from '#api/models/model-settings.ts'
import type { ChangeModels, ConnectionModels, ListedModel } from '#contract/model-settings.ts'
import { modelsQuery } from '#queries/models.ts'
import { modelsOfQuery } from '#queries/models-of.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/settings.ts'

export function useModelChanges(connection: ModelsOf): (change: ChangeModels) => void {
  const client = useQueryClient()
  const { queryKey } = modelsOfQuery(connection)
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: (change: ChangeModels) => changeModels(connection, change),
    onMutate: async (change) => {
      // The response to an earlier request would undo the change in the list.
      await client.cancelQueries({ queryKey })
      client.setQueryData<ConnectionModels>(
        queryKey,
        (list) => list && { ...list, models: withChange(list.models, change) },
      )
    },
    onError: reportFailure(t('Could not change the models')),
    onSettled: () => {
      // If several changes are pending, only the last change reloads the list.
      if (client.isMutating({ mutationKey: queryKey }) > 1) return
      void client.invalidateQueries({ queryKey: modelsQuery().queryKey })
    },
  })
  return mutate
}

function withChange(models: readonly ListedModel[], change: ChangeModels): ListedModel[] {
  const { ids, isOn, isFavourite, name, contextTokens, price } = change
  const changed = new Set(ids)
  return models.map((model) => {
    if (!changed.has(model.id)) return model
    const { allottedTokens, ...rest } = model
    const tokens = contextTokens ?? allottedTokens
    return {
      ...rest,
      isOn: isOn ?? model.isOn,
      isFavourite: isFavourite ?? model.isFavourite,
      name: name === undefined ? model.name : name || model.listedName,
      ...(tokens !== undefined && tokens > 0 && { allottedTokens: tokens }),
      // `null` restores the provider's price, which the reloaded list contains.
      ...(price && { price, isPriceEntered: true }),
    }
  })
}
