// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { findChats } from './palette-source.ts'

afterEach(() => vi.unstubAllGlobals())

it('findChats continues while the server has not yet searched the oldest messages', async () => {
  const conversation = {
    id: 'a'.repeat(20),
    title: 'Glazes',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const cursor = new URL(path, 'http://a').searchParams.get('cursor')
    asked.push(cursor)
    const page =
      cursor === '2.b'
        ? { hits: [{ conversation, snippet: [] }] }
        : { hits: [], nextCursor: cursor === null ? '1.a' : '2.b' }
    return Promise.resolve(Response.json(page))
  })
  const found = await findChats(new QueryClient(), 'celadon', new AbortController().signal)
  expect(asked).toEqual([null, '1.a', '2.b'])
  expect(found.map(({ title }) => title)).toEqual(['Glazes'])
})
