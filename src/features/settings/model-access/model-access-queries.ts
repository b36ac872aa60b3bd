import { queryOptions, useMutation } from '@tanstack/react-query'
import { listModelRules, setModelRule } from '#api/models/model-access.ts'
import { withClient } from '#queries/with-client.ts'

export const modelRulesQuery = () =>
  queryOptions({
    queryKey: ['model-rules'],
    queryFn: ({ signal }) => listModelRules(signal),
    staleTime: 0,
  })

export const useSetModelRule = () =>
  useMutation({
    mutationFn: setModelRule,
    onSuccess: withClient((client) => client.invalidateQueries(modelRulesQuery())),
  })
