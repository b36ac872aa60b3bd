import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isAbort, NetworkError, UnexpectedAnswerError } from '#api/http/errors.ts'
import { explain } from '#lib/explain.ts'
import { showToast } from '#ui/feedback/toasts.ts'

const retriesMax = 2

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: reportUnexpected }),
    mutationCache: new MutationCache({ onError: reportUnexpected }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < retriesMax && mayPass(error),
      },
      mutations: { retry: false },
    },
  })

/** Whether the same question may have another answer a moment later. */
const mayPass = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

/** What is expected to go wrong is shown where it was asked for. This is for the rest. */
function reportUnexpected(error: unknown): void {
  if (isAbort(error) || error instanceof ApiError || error instanceof NetworkError) return
  console.error(error)
  const reload = { label: 'Reload', onSelect: () => location.reload() }
  const isOldPage = error instanceof UnexpectedAnswerError
  showToast({
    kind: 'error',
    title: isOldPage ? 'Bozzetto was updated' : 'Something went wrong',
    detail: explain(error),
    ...(isOldPage && { action: reload }),
  })
}
