// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { ChatModel, ProviderProblem } from '#contract/models.ts'
import { modelsQuery } from '#queries/models.ts'
import { useChatModels } from './use-chat-models.ts'

const createModel = (id: string): ChatModel => ({
  id,
  name: id,
  provider: id.split('/')[0] ?? '',
  description: '',
  kind: 'chat',
})
const guide = createModel('bozzetto/guide')

function open(problems: readonly ProviderProblem[]) {
  const client = new QueryClient()
  const tell = (list: { models: ChatModel[]; problems: ProviderProblem[] }) =>
    act(() => void client.setQueryData(modelsQuery().queryKey, list))
  tell({ models: [guide], problems: [...problems] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const chat = { id: undefined, modelId: undefined }
  return { tell, ...renderHook(() => useChatModels(chat), { wrapper }) }
}

it('waits for a connected service that has not answered yet, and does not fall back to the guide', () => {
  const { result, tell } = open([{ provider: 'slow', message: 'No answer yet.', isLate: true }])
  expect(result.current).toMatchObject({ modelId: undefined, isLoading: true, isGuideOnly: false })
  expect(result.current.cannotSend).toBe('Loading models…')
  act(() => result.current.choose(guide.id))
  expect(result.current).toMatchObject({ modelId: guide.id, cannotSend: undefined })
  localStorage.clear()
  tell({ models: [createModel('slow/writer'), guide], problems: [] })
  expect(result.current.isLoading).toBe(false)
})

it('uses the guide if a service has failed', () => {
  localStorage.clear()
  const { result } = open([{ provider: 'slow', message: 'The service is down.' }])
  expect(result.current).toMatchObject({ modelId: guide.id, isGuideOnly: true, isLoading: false })
})
