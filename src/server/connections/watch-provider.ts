import { HttpError } from '../errors/http-error.ts'
import type { ConnectedProvider } from '../ports/provider-kind.ts'

/** Hears how the service of a connection behaves. */
export type ServiceWatch = {
  answered: (modelCount?: number) => void
  failed: (error: HttpError) => void
}

/** The same provider, whose service's answers and failures are told to `watch`. */
export function watchProvider(provider: ConnectedProvider, watch: ServiceWatch): ConnectedProvider {
  const { chat, generation, search, embeddings } = provider
  const counts = new Map<'chat' | 'generation', number>()
  const listed = (offer: 'chat' | 'generation', models: readonly unknown[]) => {
    counts.set(offer, models.length)
    watch.answered([...counts.values()].reduce((sum, count) => sum + count, 0))
  }
  /** Of the failures of single requests only those count that will meet the next one too. */
  const heard = (error: unknown, isList: boolean) => {
    if (!(error instanceof HttpError)) return
    if (isList || error.isAboutKey || error.code === 'provider_unreachable') watch.failed(error)
  }
  const submit = generation?.submit
  const watched = async <T>(work: Promise<T>, isList = false): Promise<T> => {
    try {
      return await work
    } catch (error) {
      heard(error, isList)
      throw error
    }
  }
  const listedBy = <T extends readonly unknown[]>(offer: 'chat' | 'generation', work: Promise<T>) =>
    watched(
      work.then((models) => {
        listed(offer, models)
        return models
      }),
      true,
    )
  return {
    ...provider,
    ...(search && {
      search: {
        search: async (query, signal) => {
          const hits = await watched(search.search(query, signal))
          watch.answered()
          return hits
        },
      },
    }),
    ...(embeddings && {
      embeddings: {
        ...embeddings,
        embed: async (request, signal) => {
          const embedded = await watched(embeddings.embed(request, signal))
          watch.answered()
          return embedded
        },
      },
    }),
    ...(chat && {
      chat: {
        ...chat,
        listModels: (signal) => listedBy('chat', chat.listModels(signal)),
        streamChat: async (request, signal, take) => {
          await watched(chat.streamChat(request, signal, take))
          watch.answered()
        },
      },
    }),
    ...(generation && {
      generation: {
        ...generation,
        listModels: (signal) => listedBy('generation', generation.listModels(signal)),
        ...(submit && {
          submit: async (request, signal) => {
            const submitted = await watched(submit(request, signal))
            watch.answered()
            return submitted
          },
        }),
      },
    }),
  }
}
