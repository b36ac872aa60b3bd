// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { MeaningSearch } from './meaning-search.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('MeaningSearch reports passages that were sent to the embedding model without a response, and sends them again only on request', async () => {
  const sent: string[] = []
  const meaning = { model: 'works/embed', passages: 20, embedded: 4, unanswered: 16 }
  vi.stubGlobal(
    'fetch',
    (url: string, { method, body }: { method?: string; body?: string } = {}) => {
      if (method === 'PUT') sent.push(`${url} ${body}`)
      const answer = url.includes('embedding-models')
        ? { models: [{ id: 'works/embed', name: 'embed', service: 'Works', isFree: false }] }
        : { instructions: '', documents: [], meaning: { ...meaning, unanswered: undefined } }
      return Promise.resolve(Response.json(answer))
    },
  )
  const onChanged = vi.fn<() => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MeaningSearch
        folderId="folder"
        meaning={meaning}
        rerankModel={undefined}
        onChanged={onChanged}
      />
    </QueryClientProvider>,
  )
  expect(screen.getByText('4 of 20 passages are ready.')).toBeTruthy()
  expect(screen.getByText(/^16 passages were sent.*may have charged/)).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(sent).toEqual(['/api/folders/folder/knowledge {"embeddingModel":"works/embed"}'])
})
