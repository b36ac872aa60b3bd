import { useMutation } from '@tanstack/react-query'
import { renewKnownModels } from '#api/models/models.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/** Loads current facts about models from models.dev. */
export const useRenewKnown = () =>
  useMutation({
    mutationFn: renewKnownModels,
    onSuccess: withClient((client) => {
      showToast({ kind: 'success', title: 'Model information is up to date' })
      return client.invalidateQueries({ queryKey: modelsQuery().queryKey })
    }),
    onError: reportFailure('Could not refresh'),
  })
