import type { Model, ProviderProblem } from '#contract/models.ts'
import { HttpError, toHttpError } from '../errors/http-error.ts'

/** How long a list waits for a provider, and who is told when one has answered later. */
export type Patience = { ms: number; onLate: () => void }

/** Long enough for a service on the other side of the world, short enough to look at an empty list. */
export const usualPatienceMs = 2_500

/** Asks all providers at once. @param patience how long each may take; absent: as long as it wants. */
export async function ask<Listed extends Model>(
  providers: readonly { id: string; listModels: (signal: AbortSignal) => Promise<Listed[]> }[],
  signal: AbortSignal,
  patience?: Patience,
): Promise<{ models: Listed[]; problems: ProviderProblem[]; failure?: HttpError }> {
  const problems: ProviderProblem[] = []
  let failure: HttpError | undefined
  const lists = await Promise.all(
    providers.map(async (provider) => {
      try {
        const listed = provider.listModels(signal)
        return await (patience ? within(patience, listed) : listed)
      } catch (error) {
        signal.throwIfAborted()
        const problem = toHttpError(error)
        if (problem.code === 'internal') console.error(`Listing models of ${provider.id}:`, error)
        problems.push({ provider: provider.id, message: problem.message })
        failure ??= problem
        return []
      }
    }),
  )
  return { models: lists.flat(), problems, ...(failure && { failure }) }
}

/** @throws {HttpError} `provider_unreachable` when `work` takes longer; it goes on all the same. */
async function within<T>({ ms, onLate }: Patience, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // A failure is news, too.
      work.then(onLate, onLate)
      reject(new HttpError('provider_unreachable', 'No answer yet.'))
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
