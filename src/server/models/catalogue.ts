import type { Model, Model3d, ModelList, ProviderProblem } from '#contract/models.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError, toHttpError } from '../errors/http-error.ts'
import type { ChatProvider } from '../ports/chat-provider.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import type { Providers } from '../ports/providers.ts'
import type { ModelFiles } from './model-files.ts'
import { nearNames } from '../reading/near-names.ts'

/** All models of all providers. */
export type Catalogue = {
  /**
   * Every model that can be called now: chat models in the order of their providers, then 3D ones.
   * A provider that fails, or takes long, is a problem in the list and nothing more.
   */
  list: (signal: AbortSignal) => Promise<ModelList>

  /**
   * Who answers for a chat model. With a provider in front, `openai/gpt-5`, the rest is handed to it
   * unseen, because services answer to more names than they list. Without one the name must be listed
   * by exactly one provider.
   *
   * @throws {HttpError} `unknown_model` naming ids that are near, or `bad_request` for a name that
   *   several providers have.
   */
  chat: (modelId: string, signal: AbortSignal) => Promise<{ provider: ChatProvider; model: string }>

  /**
   * Who makes a 3D model, and its param schema. The id may be bare as above.
   *
   * @throws {HttpError} as `chat`, and what the provider throws when it cannot be asked.
   */
  generation: (
    modelId: string,
    signal: AbortSignal,
  ) => Promise<{ provider: GenerationProvider; model: string; model3d: Model3d }>
}

/**
 * @param options.providers a fallback comes last whatever its place, since who has connected a
 *   language model wants that one.
 */
export function createCatalogue(options: {
  providers: Pick<Providers, 'chat' | 'generation'>
  /** 3D models that were added by hand; one with the id of a provider's model takes its place. */
  modelFiles?: Pick<ModelFiles, 'read'>
  /** Called when a provider has answered, or failed, that `list` did not wait for. */
  onLate?: () => void
  /** How long `list` waits for a provider. */
  patienceMs?: number
}): Catalogue {
  const chatProviders = () =>
    options.providers
      .chat()
      .toSorted((a, b) => Number(a.isFallback ?? false) - Number(b.isFallback ?? false))

  /** What the providers have, with the models that files add to them or describe anew. */
  async function askFor3d(
    providers: readonly GenerationProvider[],
    signal: AbortSignal,
    patience?: Patience,
  ) {
    const [asked, added] = await Promise.all([
      ask(providers, signal, patience),
      options.modelFiles?.read(),
    ])
    if (!added) return asked
    const models = new Map(asked.models.map((model) => [model.id, model]))
    const problems = [...asked.problems, ...added.problems]
    const connected = options.providers.generation()
    for (const model of added.models) {
      const provider = connected.find(({ id }) => id === model.provider)
      const { fixedModels } = provider ?? {}
      if (!provider) {
        problems.push({ provider: model.id, message: notConnected(model, connected) })
      } else if (fixedModels && !fixedModels.ids.includes(model.id)) {
        problems.push({ provider: model.id, message: fixedModels.why })
      } else if (providers.some(({ id }) => id === model.provider)) models.set(model.id, model)
    }
    return { ...asked, models: [...models.values()], problems }
  }

  const { onLate = () => {}, patienceMs = usualPatienceMs } = options
  const patience: Patience = { ms: patienceMs, onLate }

  return {
    async list(signal) {
      const [chat, generation] = await Promise.all([
        ask(chatProviders(), signal, patience),
        askFor3d(options.providers.generation(), signal, patience),
      ])
      const problems = new Map<string, ProviderProblem>()
      // A gateway that is down fails twice; one sentence about it is enough.
      for (const problem of [...chat.problems, ...generation.problems]) {
        if (!problems.has(problem.provider)) problems.set(problem.provider, problem)
      }
      return {
        models: [...chat.models, ...generation.models],
        problems: [...problems.values()],
      }
    },

    async chat(modelId, signal) {
      const providers = chatProviders()
      const named = byPrefix(providers, modelId)
      if (named) return named
      const { models, problems } = await ask(providers, signal)
      const model = only(models, modelId)
      if (model) {
        const found = byPrefix(providers, model.id)
        if (found) return found
      }
      throw unknownModel(modelId, { kind: 'chat', models, problems })
    },

    async generation(modelId, signal) {
      const providers = options.providers.generation()
      const named = byPrefix(providers, modelId)
      const asked = await askFor3d(named ? [named.provider] : providers, signal)
      const model3d = only(asked.models, modelId)
      const found = model3d && byPrefix(providers, model3d.id)
      if (model3d && found) return { ...found, model3d }
      // The only provider that could know is down, which says more than that the model is unknown.
      if (named && asked.failure !== undefined) throw asked.failure
      throw unknownModel(modelId, { kind: '3D', models: asked.models, problems: asked.problems })
    },
  }
}

type Patience = { ms: number; onLate: () => void }

/** Long enough for a service on the other side of the world, short enough to look at an empty list. */
const usualPatienceMs = 2_500

/** Asks all providers at once. @param patience how long each may take; absent: as long as it wants. */
async function ask<Listed extends Model>(
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
        return await (patience ? within(patience, provider.id, listed) : listed)
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
async function within<T>({ ms, onLate }: Patience, id: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // A failure is news, too.
      work.then(onLate, onLate)
      reject(new HttpError('provider_unreachable', `The provider ${id} has not answered yet.`))
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const notConnected = ({ provider }: Model3d, connected: readonly GenerationProvider[]): string =>
  `The model file names the provider “${provider}”, which is not connected. Connected: ${connected.map(({ id }) => id).join(', ')}.`

/** The provider that the id begins with, and the rest, which may hold slashes of its own. */
function byPrefix<Provider extends { id: string }>(
  providers: readonly Provider[],
  modelId: string,
): { provider: Provider; model: string } | undefined {
  for (const provider of providers) {
    const prefix = `${provider.id}/`
    if (modelId.startsWith(prefix) && modelId.length > prefix.length) {
      return { provider, model: modelId.slice(prefix.length) }
    }
  }
  return undefined
}

/** The model with this id, or the only one with this bare name. */
function only<Listed extends Model>(
  models: readonly Listed[],
  modelId: string,
): Listed | undefined {
  const found = models.filter((model) => model.id === modelId || bareName(model) === modelId)
  if (found.length > 1 && !found.some(({ id }) => id === modelId)) {
    throw new HttpError(
      'bad_request',
      `Several providers have “${modelId}”. Use ${found.map(({ id }) => id).join(' or ')}.`,
    )
  }
  return found.find(({ id }) => id === modelId) ?? found[0]
}

const bareName = ({ id, provider }: Model) => id.slice(provider.length + 1)

type Search = {
  readonly kind: string
  readonly models: readonly Model[]
  readonly problems: readonly ProviderProblem[]
}

function unknownModel(modelId: string, { kind, models, problems }: Search): HttpError {
  const near = nearNames(
    modelId,
    models.map(({ id }) => id),
  )
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  const trouble = problems.map(({ message }) => ` ${message}`).join('')
  return new HttpError(
    'unknown_model',
    `No ${kind} model is called “${cutText(modelId, 200)}”.${hint}${trouble}`,
  )
}
