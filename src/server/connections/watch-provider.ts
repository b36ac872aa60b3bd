import { HttpError } from '../errors/http-error.ts'
import type { ConnectedProvider } from '../ports/provider-kind.ts'

/** Hears how the service of a connection behaves. */
export type ServiceWatch = {
  answered: (modelCount?: number) => void
  /** Its models are known, and its service was not asked for them. */
  listed: (modelCount: number) => void
  /** @param isList its models were asked for, rather than used. */
  failed: (error: HttpError, isList: boolean) => void
}

/** What for: of a result a file that is out of reach may be at fault, which is elsewhere. */
type Asked = 'list' | 'use' | 'result'

/** The same provider, whose service's answers and failures are told to `watch`. */
export function watchProvider(provider: ConnectedProvider, watch: ServiceWatch): ConnectedProvider {
  const { chat, generation, search, embeddings } = provider
  const counts = new Map<'chat' | 'generation', number>()
  const listed = (offer: 'chat' | 'generation', models: readonly unknown[]) => {
    counts.set(offer, models.length)
    const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
    if (offer === 'generation' && generation?.isListBuiltIn) watch.listed(count)
    else watch.answered(count)
  }
  /** Of the failures of single requests only those count that will meet the next one too. */
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
        // Not by `watched`: every turn of it is time before the answer.
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
