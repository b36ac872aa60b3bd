import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getChatDefaults, putChatDefault } from '#api/chat/chat-defaults.ts'
import { getChatParams } from '#api/chat/library.ts'
import type { ChatDefault } from '#contract/chat/chat-defaults.ts'
import { chatKeys } from './chat-keys.ts'

/** Returns the query for the person's instructions and params for all chats and for models. */
export const chatDefaultsQuery = () =>
  queryOptions({
    queryKey: [...chatKeys.all, 'defaults'] as const,
    queryFn: async ({ signal }) => (await getChatDefaults(signal)).defaults,
    staleTime: 60_000,
  })

/** Returns the query for the schema of a model's params. */
export const chatParamsQuery = (modelId: string | undefined) =>
  queryOptions({
    queryKey: [...chatKeys.all, 'params', modelId] as const,
    queryFn: ({ signal }) => getChatParams(modelId ?? '', signal),
    enabled: modelId !== undefined,
    staleTime: 60_000,
  })

const noDefault: ChatDefault = { instructions: '', params: {} }

/** Reads and saves the defaults of one model, or of all chats if `modelId` is undefined. */
export function useChatDefault(modelId?: string) {
  const client = useQueryClient()
  const { data, error } = useQuery(chatDefaultsQuery())
  const save = useMutation({
    mutationFn: (value: Omit<ChatDefault, 'modelId'>) =>
      putChatDefault({ ...value, ...(modelId !== undefined && { modelId }) }),
    onSuccess: ({ defaults }) => client.setQueryData(chatDefaultsQuery().queryKey, defaults),
  })
  const value = data && (data.find((one) => one.modelId === modelId) ?? noDefault)
  return { value, error, save }
}
