import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { ChatModel, ProviderProblem } from '#contract/models.ts'
import { modelsQuery } from '#queries/models.ts'
import { t } from '#languages/app.ts'
import { firstModel } from '#lib/first-model.ts'
import { noteRecentModel, readRecentModels } from './recent-models.ts'

/**
 * Id of the built-in guide, which answers questions about the app if no language model is
 * connected.
 */
const guideModelId = 'bozzetto/guide'

/** Milliseconds after which a list without a slow service is read again. */
const lateMs = 5_000

const isLate = (problem: ProviderProblem): boolean => problem.isLate === true

export type ChatModels = {
  models: readonly ChatModel[]
  problems: readonly ProviderProblem[]
  isLoading: boolean
  modelId: string | undefined
  model: ChatModel | undefined
  choose: (modelId: string) => void
  begun: (conversationId: string) => void
  nameOfModel: (modelId: string) => string
  isGuideOnly: boolean
  missingDefault: string | undefined
  cannotSend: string | undefined
  reload: () => void
}

export function useChatModels(conversation: {
  id: string | undefined
  modelId: string | undefined
}): ChatModels {
  const {
    data,
    error,
    isLoading: isFirstLoad,
    refetch,
  } = useQuery({
    ...modelsQuery(),
    // The event of a late list may be sent before this page has connected.
    refetchInterval: ({ state }) => (state.data?.problems.some(isLate) ? lateMs : false),
  })
  const [choice, setChoice] = useState<{ in: string | undefined; modelId: string }>()
  const models = useMemo(
    () => (data?.models ?? []).filter((model): model is ChatModel => model.kind === 'chat'),
    [data],
  )
  const chosenHere = choice?.in === conversation.id ? choice?.modelId : undefined
  const usualId = data?.defaults?.chat
  const wanted = [chosenHere, conversation.modelId, usualId, readRecentModels()[0]]
  const byId = useMemo(() => new Map(models.map((model) => [model.id, model])), [models])
  const known = wanted.find((id) => id !== undefined && byId.has(id))
  const usual = useMemo(() => firstModel(models.filter(({ id }) => id !== guideModelId)), [models])
  const late = data?.problems.filter(isLate) ?? []
  const first = wanted.find((id) => id !== undefined)
  // A question for a connected service that is slow after a start must not go to another model.
  const isAwaited =
    first !== undefined && late.some(({ provider }) => first.startsWith(`${provider}/`))
      ? !byId.has(first)
      : known === undefined && !usual && late.length > 0
  const isLoading = isFirstLoad || isAwaited
  const modelId = isLoading ? undefined : (known ?? usual?.id ?? models[0]?.id)
  const nameOfModel = useCallback(
    (id: string) => byId.get(id)?.name ?? (id.startsWith('assistant/') ? t('An assistant') : id),
    [byId],
  )
  return {
    models,
    problems: data?.problems ?? [],
    isLoading,
    modelId,
    model: modelId === undefined ? undefined : byId.get(modelId),
    choose: (id) => {
      setChoice({ in: conversation.id, modelId: id })
      noteRecentModel(id)
    },
    begun: (id) =>
      setChoice((held) => (held && held.in === undefined ? { ...held, in: id } : held)),
    nameOfModel,
    isGuideOnly: models.length > 0 && !usual && !isLoading,
    missingDefault: usualId !== undefined && !byId.has(usualId) ? usualId : undefined,
    cannotSend: reason({ hasModel: modelId !== undefined, isLoading, error }),
    reload: () => void refetch(),
  }
}

function reason(state: { hasModel: boolean; isLoading: boolean; error: Error | null }) {
  if (state.hasModel) return undefined
  if (state.isLoading) return t('Loading models…')
  return state.error ? explainError(state.error) : t('No chat model is connected.')
}
