import type { Model, ProviderProblem } from '#contract/models.ts'
import { HttpError, toHttpError } from '../errors/http-error.ts'

/**
 * `ms` is the maximum wait for a provider's list. `onLate` is called when the provider responds
 * later.
 */
export type ListTimeout = {
  ms: number
  onLate: () => void
  /** Ids of providers that failed after the maximum wait. Their next lists are not awaited. */
  failedLate?: Set<string>
}

class LateList extends HttpError {}

/** Maximum wait for a provider's list, long enough for a service on another continent. */
export const defaultListTimeoutMs = 2_500

/**
 * Lists the models of all providers concurrently.
 * @param patience maximum wait for each provider. Absent for no limit.
 */
export async function askProviders<Listed extends Model>(
  providers: readonly { id: string; listModels: (signal: AbortSignal) => Promise<Listed[]> }[],
  signal: AbortSignal,
  patience?: ListTimeout,
): Promise<{ models: Listed[]; problems: ProviderProblem[]; failure?: HttpError }> {
  const problems: ProviderProblem[] = []
  let failure: HttpError | undefined
  const lists = await Promise.all(
    providers.map(async (provider) => {
      try {
        const listed = provider.listModels(signal)
        return await (patience ? within(patience, provider.id, listed) : listed)
      } catch (error) {
        signal.throwIfAborted()
        const problem = toHttpError(error)
        if (problem.code === 'internal') console.error(`Listing models of ${provider.id}:`, error)
        const isLate = error instanceof LateList && patience?.failedLate?.has(provider.id) === false
        problems.push({
          provider: provider.id,
          message: problem.message,
          ...(isLate && { isLate }),
        })
        failure ??= problem
        return []
      }
    }),
  )
  return { models: lists.flat(), problems, ...(failure && { failure }) }
}

/**
 * Waits at most `ms` for `work`, which continues afterwards.
 * @throws {HttpError} `provider_unreachable` after `ms`.
 */
async function within<T>(
  { ms, onLate, failedLate }: ListTimeout,
  id: string,
  work: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // `onLate` is called after a late failure as well, because a failure also changes the list of
      // models.
      work.then(onLate, () => {
        failedLate?.add(id)
        onLate()
      })
      reject(new LateList('provider_unreachable', 'No answer yet.'))
    }, ms)
  })
  try {
    const done = await Promise.race([work, late])
    failedLate?.delete(id)
    return done
  } finally {
    clearTimeout(timer)
  }
}
