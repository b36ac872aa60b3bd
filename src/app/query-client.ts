import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isAbort, NetworkError, UnexpectedAnswerError } from '#api/http/errors.ts'
import { isServerAway } from '#lib/browser/is-server-away.ts'
import { explainError } from '#lib/explain.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import { isMissingCode } from '#lib/browser/is-missing-code.ts'

const retriesMax = 2

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void reportUnexpected(error) }),
    mutationCache: new MutationCache({ onError: (error) => void reportUnexpected(error) }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Sends requests while the browser is offline, because the service worker may have a copy
        // of the response.
        networkMode: 'always',
        retry: (failures, error) => failures < retriesMax && mayPass(error),
      },
      // Makes a change fail at once while the browser is offline. By default the change would wait
      // silently.
      mutations: { retry: false, networkMode: 'always' },
    },
  })

const mayPass = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

async function reportUnexpected(error: unknown): Promise<void> {
  if (isAbort(error) || error instanceof ApiError || error instanceof NetworkError) return
  // A line of the page already names the missing server.
  if (isMissingCode(error) && (await isServerAway())) return
  console.error(error)
  const reload = { label: t('Reload'), onSelect: () => location.reload() }
  const isOldPage = error instanceof UnexpectedAnswerError
  showToast({
    kind: 'error',
    title: isOldPage ? t('Bozzetto was updated') : t('Something went wrong'),
    detail: explainError(error),
    ...(isOldPage && { action: reload }),
  })
}
