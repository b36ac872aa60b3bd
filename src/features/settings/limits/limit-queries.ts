import { queryOptions, useMutation } from '@tanstack/react-query'
import { listLimits, readOwnLimits, removeLimit, setLimit } from '#api/spending.ts'
import { withClient } from '#queries/with-client.ts'

const allLimits = ['limits'] as const

export const limitsQuery = (whose: 'mine' | 'all') =>
  queryOptions({
    queryKey: [...allLimits, 'settings', whose],
    queryFn: ({ signal }) => (whose === 'all' ? listLimits(signal) : readOwnLimits(signal)),
    staleTime: 0,
  })

const readAgain = withClient((client) => client.invalidateQueries({ queryKey: allLimits }))

export const useSetLimit = () => useMutation({ mutationFn: setLimit, onSuccess: readAgain })

export const useRemoveLimit = () =>
  useMutation({ mutationFn: (id: string) => removeLimit(id), onSuccess: readAgain })
