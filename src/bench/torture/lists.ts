import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openStore } from '#server/store/store.ts'
import { startServerProcess } from '../server-process.ts'

const conversationCount = 2_000
const messagesEach = 50
const assetCount = 10_000
const requestsEach = 40

const pages: Record<string, string> = {
  conversations: '/api/conversations?limit=100',
  assets: '/api/assets?limit=48',
  'assets, narrowed': '/api/assets?limit=48&tag=tag7',
  'library summary': '/api/assets/summary',
  tasks: '/api/tasks?limit=50',
}
const searches: Record<string, string> = {
  'search, a rare word': '/api/search?q=word4711',
  'search, a common word': '/api/search?q=clay',
  'library search': '/api/assets?search=chair%2041',
}

/** Creates 100,000 messages and 10,000 models, and measures lists and searches. */
export async function fillAndTime(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-lists-'))
  try {
    await fill(folder)
    const server = await startServerProcess(folder, 'direct', { BOZZETTO_LOG: 'silent' })
    try {
      const time = async (what: Record<string, string>) => {
        const times: number[] = []
        for (const [name, target] of Object.entries(what)) {
          const p95 = await getP95(server.url + target)
          say(`${name}: p95 ${p95} ms`)
          times.push(p95)
        }
        return Math.max(...times)
      }
      return { lists_p95_ms: await time(pages), search_p95_ms: await time(searches) }
    } finally {
      await server.end('SIGTERM')
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the 95th percentile of the duration of 40 requests in milliseconds, after a first request
 * that fills the cache.
 */
export async function getP95(url: string): Promise<number> {
  const times: number[] = []
  for (let at = 0; at <= requestsEach; at++) {
    const startMs = performance.now()
    const response = await fetch(url)
    const text = await response.text()
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`)
    if (at > 0) times.push(performance.now() - startMs)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN) * 10) / 10
}

async function fill(folder: string): Promise<void> {
  const store = await openStore(folder)
  try {
    await store.executeSql(`
      insert into conversations (id, title, model_id, created_at, updated_at)
        select ${id('c', 'n')}, 'Chat ' || n, 'bozzetto/guide', now() - n * interval '1 minute', now() - n * interval '1 minute'
        from generate_series(1, ${conversationCount}) n;
      insert into messages (id, conversation_id, role, text, created_at)
        select ${id('m', `c * ${messagesEach} + n`)}, ${id('c', 'c')}, case when n % 2 = 0 then 'user' else 'assistant' end,
          'How do I model a figure of clay, and what is word' || (c * ${messagesEach} + n) || ' about? It stands on three legs and has a handle.',
          now() - c * interval '1 minute' + n * interval '1 second'
        from generate_series(1, ${conversationCount}) c, generate_series(1, ${messagesEach}) n;
      insert into tasks (id, model_id, provider, params, status, created_at)
        select ${id('t', 'n')}, 'local/image-to-3d', 'local', '{"face_limit": 1000}', 'completed', now() - n * interval '1 minute'
        from generate_series(1, ${assetCount}) n;
      insert into assets (id, task_id, name, mime_type, size_bytes, sha256, blob_key, tags, created_at)
        select ${id('a', 'n')}, ${id('t', 'n')}, 'Chair ' || n, 'model/gltf-binary', 1000, md5(n::text) || md5(n::text), md5(n::text) || md5(n::text),
          array['tag' || (n % 50)], now() - n * interval '1 minute'
        from generate_series(1, ${assetCount}) n;
      analyze`)
  } finally {
    await store.close()
  }
}

const id = (kind: string, number: string) => `'${kind}' || lpad((${number})::text, 19, '0')`
