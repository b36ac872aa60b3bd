import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeModels } from '#api/models/models.ts'
import type { ChangeModels, ConnectionModels, ListedModel } from '#contract/models.ts'
import { modelsOfQuery, modelsQuery } from '#queries/models.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'

/** Changes what is chosen for models; the list shows it at once. */
export function useModelChanges(connection: string): (change: ChangeModels) => void {
  const client = useQueryClient()
  const { queryKey } = modelsOfQuery(connection)
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: changeModels,
    onMutate: async (change) => {
      // One that is on its way would show what was before.
      await client.cancelQueries({ queryKey })
      client.setQueryData<ConnectionModels>(
        queryKey,
        (list) => list && { ...list, models: withChange(list.models, change) },
      )
    },
    onError: reportFailure('Could not change the models'),
    onSettled: () => {
      // The last of several reads what all of them have left.
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
      // The listed price is known to the server alone.
      ...(price && { price, isPriceEntered: true }),
    }
  })
}
