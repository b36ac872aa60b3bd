import { queryOptions, useMutation } from '@tanstack/react-query'
import { listModelAliases, removeModelAlias, setModelAlias } from '#api/models/model-aliases.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'

/**
 * Returns the query for model aliases. Its key starts with the key of the model list, so that
 * reloading the list also reloads the aliases.
 */
export const modelAliasesQuery = () =>
  queryOptions({
    queryKey: [...modelsQuery().queryKey, 'aliases'],
    queryFn: ({ signal }) => listModelAliases(signal),
    staleTime: 10_000,
  })

const readAgain = withClient((client) =>
  client.invalidateQueries({ queryKey: modelsQuery().queryKey }),
)

export const useSetModelAlias = () =>
  useMutation({ mutationFn: setModelAlias, onSuccess: readAgain })

export const useRemoveModelAlias = () =>
  useMutation({ mutationFn: removeModelAlias, onSuccess: readAgain })
