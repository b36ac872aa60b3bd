import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { newId } from '#lib/id.ts'
import { pickRandom, type Random } from '#server/testing/fuzz/json-from-schema.ts'

export type Acknowledged = {
  tasks: Set<string>
  files: Map<string, number>
  questions: Map<string, string>
  /**
   * Names of folders by id. Only the last confirmed name, or a name that was being changed, may be
   * stored.
   */
  folders: Map<string, string[]>
}

export const noneAcknowledged = (): Acknowledged => ({
  tasks: new Set(),
  files: new Map(),
  questions: new Map(),
  folders: new Map(),
})

const requestTimeoutMs = 20_000
const folderIds = Array.from({ length: 5 }, () => newId())

/** Sends requests of all kinds until `signal` is aborted. Ignores errors of a killed server. */
export async function workUntil(
  url: string,
  {
    done,
    random,
    signal,
    tasksMax = Infinity,
  }: Omit<Work, 'url' | 'tasksMax'> & { tasksMax?: number },
): Promise<void> {
  const kinds = [orderTask, orderTask, ask, ask, upload, renameFolder]
  await Promise.all(
    kinds.map(async (kind) => {
      while (!signal.aborted) {
        try {
          await kind({ url, done, random, signal, tasksMax })
        } catch {
          // The request failed, probably because the server was killed. A later check compares its
          // data.
          await wait(20)
        }
        await wait(random() * 60)
      }
    }),
  )
}

type Work = {
  url: string
  done: Acknowledged
  random: Random
  signal: AbortSignal
  /** Maximum number of confirmed tasks, because all these tasks must complete at the end. */
  tasksMax: number
}

async function orderTask({ url, done, signal, tasksMax }: Work): Promise<void> {
  if (done.tasks.size >= tasksMax) return wait(100)
  const id = newId()
  const params = { prompt: `Task ${id}` }
  const order = { id, modelId: 'gateway/quick_3d', params }
  const response = await send(`${url}/api/tasks`, { method: 'POST', body: order }, signal)
  if (response.status === 201) done.tasks.add(id)
  else await wait(300)
  await response.text()
}

async function ask({ url, done, random, signal }: Work): Promise<void> {
  const conversation = newId()
  const text = `Question ${newId()}`
  const body = {
    runId: newId(),
    answerId: newId(),
    modelId: 'gateway/writer',
    question: { id: newId(), text },
  }
  const target = `${url}/api/conversations/${conversation}/runs`
  const response = await send(target, { method: 'POST', body }, signal)
  if (response.ok && response.body) {
    const reader = response.body.getReader()
    const endAt = performance.now() + random() * 1_500
    let seen = ''
    while (performance.now() < endAt) {
      const chunk = await reader.read()
      if (chunk.done) break
      seen += new TextDecoder().decode(chunk.value)
      if (seen.includes('run-start')) done.questions.set(conversation, text)
    }
    await reader.cancel()
  }
}

async function upload({ url, done, random, signal }: Work): Promise<void> {
  const colour = { r: random() * 255, g: random() * 255, b: random() * 255 }
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: colour } })
    .png()
    .toBuffer()
  const response = await fetch(`${url}/api/files?name=a.png`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
  })
  const { id, sizeBytes } = (await response.json()) as { id: string; sizeBytes: number }
  if (response.status === 201) done.files.set(id, sizeBytes)
}

async function renameFolder({ url, done, random, signal }: Work): Promise<void> {
  const id = pickRandom(random, folderIds as [string, ...string[]])
  const name = `Folder ${newId()}`
  const before = done.folders.get(id) ?? []
  if (before.length > 0) done.folders.set(id, [...before, name])
  const response = await send(`${url}/api/folders/${id}`, { method: 'PUT', body: { name } }, signal)
  await response.text()
  if (response.ok) done.folders.set(id, [name])
}

const send = (
  url: string,
  { method, body }: { method: string; body: unknown },
  signal: AbortSignal,
) =>
  fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
  })
