import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  bringNetworkFile,
  chooseNetwork,
  downloadNetwork,
  listNetworks,
  pauseNetwork,
  removeNetwork,
  setNetworkFolder,
} from '#api/models/networks.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'

const lookAgainMs = 1_000

export const networksQuery = () =>
  queryOptions({
    queryKey: ['networks'],
    queryFn: ({ signal }) => listNetworks(signal),
    // An admin may also copy files to the disk directly, so the list is always stale.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.networks.some((one) => one.state === 'loading') ? lookAgainMs : false,
  })

/** The studio also shows some ONNX models, so reload the studio's list of models. */
const onSuccess = withClient(async (client) => {
  await client.invalidateQueries({ queryKey: networksQuery().queryKey })
  await client.invalidateQueries({ queryKey: modelsQuery().queryKey })
})

export const useDownloadNetwork = () => useMutation({ mutationFn: downloadNetwork, onSuccess })
export const usePauseNetwork = () => useMutation({ mutationFn: pauseNetwork, onSuccess })
export const useRemoveNetwork = () => useMutation({ mutationFn: removeNetwork, onSuccess })
export const useBringNetworkFile = () => useMutation({ mutationFn: bringNetworkFile, onSuccess })
export const useNetworkFolder = () => useMutation({ mutationFn: setNetworkFolder, onSuccess })

export const useChooseNetwork = () =>
  useMutation({
    mutationFn: ({ id, isUsed }: { id: string; isUsed: boolean }) => chooseNetwork(id, isUsed),
    onSuccess,
  })
