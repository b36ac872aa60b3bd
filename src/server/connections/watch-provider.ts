import { HttpError } from '../errors/http-error.ts'
import type { ConnectedProvider } from '../ports/provider-kind.ts'

export type ServiceWatch = {
  answered: (modelCount?: number) => void
  /**
   * Called instead of `answered` for a built-in list of models, which does not prove that the
   * service works.
   */
  listed: (modelCount: number) => void
  failed: (error: HttpError, isList: boolean) => void
}

/**
 * Kind of a request. Downloads of results have their own kind, because other hosts may cause their
 * failures.
 */
type Asked = 'list' | 'use' | 'result'

/** Wraps a provider so that responses and failures of its service are reported to `watch`. */
export function watchProvider(provider: ConnectedProvider, watch: ServiceWatch): ConnectedProvider {
  const { chat, generation, search, embeddings } = provider
  const counts = new Map<'chat' | 'generation', number>()
  const listed = (offer: 'chat' | 'generation', models: readonly unknown[]) => {
    counts.set(offer, models.length)
    const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
    if (offer === 'generation' && generation?.isListBuiltIn) watch.listed(count)
    else watch.answered(count)
  }
  /** Reports only failures that would also affect the next request. */
  const heard = (error: unknown, asked: Asked) => {
    if (!(error instanceof HttpError)) return
    const isGone = error.code === 'provider_unreachable' && asked !== 'result'
    if (asked === 'list' || error.isAboutKey || isGone) watch.failed(error, asked === 'list')
  }
  const submit = generation?.submit
  const watched = async <T>(work: Promise<T>, asked: Asked = 'use'): Promise<T> => {
    try {
      return await work
    } catch (error) {
      heard(error, asked)
      throw error
    }
  }
  const answeredBy = async <T>(work: Promise<T>, asked?: Asked): Promise<T> => {
    const answer = await watched(work, asked)
    watch.answered()
    return answer
  }
  const listedBy = <T extends readonly unknown[]>(offer: 'chat' | 'generation', work: Promise<T>) =>
    watched(
      work.then((models) => {
        listed(offer, models)
        return models
      }),
      'list',
    )
  return {
    ...provider,
    ...(search && {
      search: {
        search: (query, signal) => answeredBy(search.search(query, signal)),
      },
    }),
    ...(embeddings && {
      embeddings: {
        ...embeddings,
        embed: (request, signal) => answeredBy(embeddings.embed(request, signal)),
      },
    }),
    ...(chat && {
      chat: {
        ...chat,
        listModels: (signal) => listedBy('chat', chat.listModels(signal)),
        // `watched` is not used here, because each extra microtask delays the answer.
        streamChat: (request, signal, take) =>
          chat.streamChat(request, signal, take).then(
            () => watch.answered(),
            (error: unknown) => {
              heard(error, 'use')
              throw error
            },
          ),
      },
    }),
    ...(generation && {
      generation: {
        ...generation,
        listModels: (signal) => listedBy('generation', generation.listModels(signal)),
        ...(submit && {
          submit: (request, signal) => answeredBy(submit(request, signal)),
        }),
        produce: (request, report, signal) =>
          answeredBy(generation.produce(request, report, signal), 'result'),
      },
    }),
  }
}
