import type { Providers } from '../../ports/providers.ts'
import type { Queue } from './queue.ts'

type ConsumerOptions = {
  queue: Pick<Queue, 'prepare' | 'consume'>
  providers: Pick<Providers, 'generationKept'>
  take: (taskId: string) => Promise<void>
  closing: AbortSignal
  takes?: ((provider: string) => boolean) | undefined
}

/**
 * Takes jobs of all providers, as many at once as each provider allows.
 * @returns a function to call at the start and after each change of connections. It starts to take
 * jobs of new providers and stops for removed providers.
 */
export function createConsumers({ queue, providers, take, closing, takes }: ConsumerOptions) {
  const consumed = new Map<string, { concurrency: number; end: AbortController }>()

  return async (): Promise<void> => {
    const kept = providers.generationKept().filter(({ id }) => takes?.(id) ?? true)
    const wanted = new Map(kept.map((provider) => [provider.id, provider]))
    for (const [id, { concurrency, end }] of consumed) {
      if (wanted.get(id)?.concurrency === concurrency && !closing.aborted) continue
      consumed.delete(id)
      end.abort()
    }
    for (const { id, concurrency } of wanted.values()) {
      if (consumed.has(id) || closing.aborted) continue
      const end = new AbortController()
      consumed.set(id, { concurrency, end })
      try {
        await queue.prepare(id)
        queue.consume(id, { concurrency, signal: end.signal }, take)
      } catch (error) {
        consumed.delete(id)
        console.error(`Tasks of ${id} cannot be taken.`, error)
      }
    }
  }
}
