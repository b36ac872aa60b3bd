// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { MemoryPart } from './memory-part.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const createEntry = (text: string, id = newId()) => ({
  id,
  text,
  createdAt: '2026-01-01T00:00:00.000Z',
})

function open(memories: ReturnType<typeof createEntry>[]) {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ isOn: true, memories })
    sent.push(method)
    return Response.json({ error: { code: 'conflict', message: 'Full.' } }, { status: 409 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryPart />
    </QueryClientProvider>,
  )
  return { client, sent }
}

describe('MemoryPart', () => {
  it('shows how many entries are sent if not all fit', async () => {
    open(Array.from({ length: 30 }, () => createEntry('x'.repeat(498))))
    expect(await screen.findByText(/^The 24 newest entries are sent/)).toBeDefined()
  })

  it('shows an entry that was changed on another device, and does not save the old text', async () => {
    const id = newId()
    const { client, sent } = open([createEntry('Old.', id)])
    expect(await screen.findByDisplayValue('Old.')).toBeDefined()
    const memories = [createEntry('New.', id)]
    act(() => {
      client.setQueryData(['memory'], { isOn: true, memories })
    })
    await userEvent.click(await screen.findByDisplayValue('New.'))
    await userEvent.tab()
    expect(sent).toEqual([])
  })

  it('keeps a new entry that could not be added', async () => {
    const { sent } = open([])
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New memory' })
    await userEvent.type(box, 'I am a potter.{Enter}')
    await vi.waitFor(() => expect(sent).toEqual(['PUT']))
    expect(box.value).toBe('I am a potter.')
  })
})
