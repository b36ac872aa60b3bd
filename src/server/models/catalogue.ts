import type { Model, Model3d, ModelList, ModelPurpose, ProviderProblem } from '#contract/models.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../errors/http-error.ts'
import { contextSizeField, type ChatProvider } from '../ports/chat-provider.ts'
import { costsNothing, type GenerationProvider } from '../ports/generation-provider.ts'
import type { Providers } from '../ports/providers.ts'
import { nearNames } from '../reading/near-names.ts'
import { askProviders, defaultListTimeoutMs, type ListTimeout } from './ask-providers.ts'
import type { ModelChoice, ModelChoices } from './choices/model-choices.ts'
import type { ModelFiles } from './model-files.ts'

export type Catalogue = {
  /**
   * Lists all models that can be used now: chat models in the order of their providers, then 3D
   * models. A provider that fails or is slow adds a problem to the list.
   */
  list: (signal: AbortSignal) => Promise<ModelList>

  /** Returns the default model that a person chose. The model may be deleted or disabled. */
  defaultFor: (purpose: ModelPurpose) => string | undefined

  /** Lists all models of one provider, including disabled models, with the service's names. */
  listOf: (provider: string, signal: AbortSignal) => Promise<ModelList>

  /**
   * Finds the provider of a chat model. If the id `openai/gpt-5` names a provider, the rest is
   * passed on unchecked, because services accept more names than they list. Otherwise exactly one
   * provider must list the name.
   * @param options.takesOff also finds disabled models, for running work.
   * @throws {HttpError} `unknown_model` with similar ids, or because it is disabled, or
   * `bad_request` for a name that several providers have.
   */
  chat: (
    modelId: string,
    signal: AbortSignal,
    options?: { takesOff: boolean },
  ) => Promise<{ provider: ChatProvider; model: string }>

  /**
   * Finds the provider of a 3D model and the model's param schema.
   * @throws {HttpError} the errors of `chat`, and errors of the provider.
   */
  generation: (
    modelId: string,
    signal: AbortSignal,
  ) => Promise<{ provider: GenerationProvider; model: string; model3d: Model3d }>
}

type Options = {
  providers: Pick<Providers, 'chat' | 'generation' | 'problems'>
  /** 3D models that were added as files. A file replaces the provider's model with the same id. */
  modelFiles?: Pick<ModelFiles, 'read'>
  /**
   * Decides which models are listed, and under which names. If absent, all models are listed
   * unchanged.
   */
  choices?: Pick<ModelChoices, 'of' | 'applyTo' | 'findOff' | 'defaults'>
  onLate?: () => void
  patienceMs?: number
}

/**
 * @param options.providers a fallback provider is always listed last, because people prefer the
 * models they connected.
 */
export function createCatalogue(options: Options): Catalogue {
  const { choices, onLate = () => {}, patienceMs = defaultListTimeoutMs } = options
  const patience: ListTimeout = { ms: patienceMs, onLate }
  const chatPatience: ListTimeout = { ...patience, failedLate: new Set() }
  const chatProviders = () =>
    options.providers
      .chat()
      .toSorted((a, b) => Number(a.isFallback ?? false) - Number(b.isFallback ?? false))
  const generationProviders = () => options.providers.generation()
  const ask3d = createAsk3d(options)
  const offered = <Listed extends Model>(models: readonly Listed[]) =>
    choices?.applyTo(models) ?? [...models]
  const refuseOff = (modelId: string, providers: readonly { id: string }[]) => {
    const ids = providers.map(({ id }) => id)
    const off = choices?.findOff(modelId, ids)
    if (off !== undefined) throw switchedOff(off)
  }

  return {
    async list(signal) {
      const [chat, generation] = await Promise.all([
        askProviders(chatProviders(), signal, chatPatience),
        ask3d(generationProviders(), signal, patience),
      ])
      return {
        models: offered<Model>([...chat.models, ...generation.models]),
        problems: onePerProvider([
          ...chat.problems,
          ...generation.problems,
          ...(options.providers.problems?.() ?? []),
        ]),
        ...(choices && { defaults: choices.defaults() }),
      }
    },

    defaultFor: (purpose) => choices?.defaults()[purpose],

    async listOf(provider, signal) {
      const isIt = ({ id }: { id: string }) => id === provider
      const [chat, generation] = await Promise.all([
        askProviders(chatProviders().filter(isIt), signal),
        ask3d(generationProviders().filter(isIt), signal),
      ])
      return {
        models: [...chat.models, ...generation.models],
        problems: onePerProvider(
          [...chat.problems, ...generation.problems].filter((one) => one.provider === provider),
        ),
      }
    },

    async chat(modelId, signal, { takesOff } = { takesOff: false }) {
      // An id that names a provider is resolved first, so that the order of providers does not
      // matter.
      const named = byPrefix(options.providers.chat(), modelId)
      if (named) {
        if (!takesOff) refuseOff(modelId, [])
        return withChoice(named, choices?.of(modelId))
      }
      const providers = chatProviders()
      const { models, problems } = await askProviders(providers, signal)
      const on = offered(models)
      const model = only(on, modelId)
      const found = model && byPrefix(providers, model.id)
      if (found) return withChoice(found, choices?.of(model.id))
      refuseOff(modelId, providers)
      throw unknownModel(modelId, { kind: 'chat', models: on, problems })
    },

    async generation(modelId, signal) {
      const providers = generationProviders()
      const named = byPrefix(providers, modelId)
      if (named) refuseOff(modelId, [])
      const asked = await ask3d(named ? [named.provider] : providers, signal)
      const on = offered(asked.models)
      const model3d = only(on, modelId)
      const found = model3d && byPrefix(providers, model3d.id)
      if (model3d && found) return { ...found, model3d }
      // If the only possible provider is down, its error is more useful than `unknown_model`.
      if (named && asked.failure !== undefined) throw asked.failure
      refuseOff(modelId, providers)
      throw unknownModel(modelId, { kind: '3D', models: on, problems: asked.problems })
    },
  }
}

function withChoice(
  found: { provider: ChatProvider; model: string },
  { contextTokens, price }: ModelChoice = {},
): { provider: ChatProvider; model: string } {
  const { provider } = found
  const isSized = contextTokens !== undefined && provider.takesContextSize === true
  if (!isSized && !price) return found
  const streamChat: ChatProvider['streamChat'] = (request, ...rest) =>
    provider.streamChat({ ...request, [contextSizeField]: contextTokens }, ...rest)
  return {
    ...found,
    provider: {
      ...provider,
      ...(isSized && { streamChat }),
      ...(price && { enteredPrice: price }),
    },
  }
}

const createAsk3d =
  (options: Options) =>
  async (
    providers: readonly GenerationProvider[],
    signal: AbortSignal,
    patience?: ListTimeout,
  ): Promise<Awaited<ReturnType<typeof askProviders<Model3d>>>> => {
    const [listed, added] = await Promise.all([
      askProviders(providers, signal, patience),
      options.modelFiles?.read(),
    ])
    const free = new Set(providers.filter(costsNothing).map(({ id }) => id))
    const asked = {
      ...listed,
      models: listed.models.map((model) =>
        free.has(model.provider) ? { ...model, isFree: true as const } : model,
      ),
    }
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

function onePerProvider(problems: readonly ProviderProblem[]): ProviderProblem[] {
  const first = new Map<string, ProviderProblem>()
  for (const problem of problems) {
    if (!first.has(problem.provider)) first.set(problem.provider, problem)
  }
  return [...first.values()]
}

const notConnected = ({ provider }: Model3d, connected: readonly GenerationProvider[]): string =>
  `The model file names the service “${provider}”, which is not connected. Connected: ${connected.map(({ id }) => id).join(', ')}.`

function byPrefix<Provider extends { id: string }>(
  providers: readonly Provider[],
  modelId: string,
): { provider: Provider; model: string } | undefined {
  for (const provider of providers) {
    const { length } = provider.id
    if (modelId.length > length + 1 && modelId[length] === '/' && modelId.startsWith(provider.id)) {
      return { provider, model: modelId.slice(length + 1) }
    }
  }
  return undefined
}

function only<Listed extends Model>(
  models: readonly Listed[],
  modelId: string,
): Listed | undefined {
  const found = models.filter((model) => model.id === modelId || bareName(model) === modelId)
  if (found.length > 1 && !found.some(({ id }) => id === modelId)) {
    throw new HttpError(
      'bad_request',
      `Several services have “${modelId}”. Use ${found.map(({ id }) => id).join(' or ')}.`,
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

const switchedOff = (modelId: string): HttpError =>
  new HttpError(
    'unknown_model',
    `The model “${cutText(modelId, 200)}” is switched off. Switch it on in Settings › Models and services, or use another one.`,
  )
