// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
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

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(problems: readonly ProviderProblem[], models = [guide], modelId?: string) {
  const client = new QueryClient()
  const tell = (list: { models: ChatModel[]; problems: ProviderProblem[] }) =>
    act(() => void client.setQueryData(modelsQuery().queryKey, list))
  tell({ models, problems: [...problems] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const chat = { id: undefined, modelId }
  return { tell, ...renderHook(() => useChatModels(chat), { wrapper }) }
}

it('waits for a connected service that has not answered yet, and does not fall back to the guide', () => {
  const { result } = open([{ provider: 'slow', message: 'No answer yet.', isLate: true }])
  expect(result.current).toMatchObject({ modelId: undefined, isLoading: true, isGuideOnly: false })
  expect(result.current.cannotSend).toBe('Loading models…')
  act(() => result.current.choose(guide.id))
  expect(result.current).toMatchObject({ modelId: guide.id, cannotSend: undefined })
  localStorage.clear()
})

it('uses the models of a slow service once they are listed', async () => {
  localStorage.clear()
  const { result, tell } = open([{ provider: 'slow', message: 'No answer yet.', isLate: true }])
  expect(result.current.isLoading).toBe(true)
  tell({ models: [createModel('slow/writer'), guide], problems: [] })
  await waitFor(() =>
    expect(result.current).toMatchObject({ modelId: 'slow/writer', isLoading: false }),
  )
})

it('reads the list again until the slow service has answered', async () => {
  localStorage.clear()
  vi.useFakeTimers()
  const list = { models: [createModel('slow/writer'), guide], problems: [] }
  const fetched = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json(list)))
  vi.stubGlobal('fetch', fetched)
  const { result } = open([{ provider: 'slow', message: 'No answer yet.', isLate: true }])
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current.modelId).toBe('slow/writer')
  expect(fetched).toHaveBeenCalledOnce()
})

it('waits for the service of the chat’s model instead of asking a model of another service', async () => {
  localStorage.clear()
  const late = [{ provider: 'slow', message: 'No answer yet.', isLate: true }]
  const other = createModel('quick/writer')
  const { result, tell } = open(late, [other, guide], 'slow/poet')
  expect(result.current).toMatchObject({ modelId: undefined, isLoading: true })
  tell({ models: [other, guide], problems: [{ provider: 'slow', message: 'It is down.' }] })
  await waitFor(() => expect(result.current).toMatchObject({ modelId: other.id, isLoading: false }))
})

it('does not wait for a service whose models are not chosen', () => {
  localStorage.clear()
  const late = [{ provider: 'slow', message: 'No answer yet.', isLate: true }]
  const { result } = open(late, [createModel('quick/writer'), guide])
  expect(result.current).toMatchObject({ modelId: 'quick/writer', isLoading: false })
})

it('uses the guide if a service has failed', () => {
  localStorage.clear()
  const { result } = open([{ provider: 'slow', message: 'The service is down.' }])
  expect(result.current).toMatchObject({ modelId: guide.id, isGuideOnly: true, isLoading: false })
})
