import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#lib/id.ts'
import { readSample } from '../engine/sample.ts'

const sides = [512, 1024, 2048]
const timeoutMs = 60_000

/**
 * Generates models from pictures of 512 to 2048 px, two at a time.
 * @returns the total duration in milliseconds.
 * @throws {Error} if a model fails.
 */
export async function makeModels(url: string, count: number): Promise<number> {
  const pictures = await Promise.all(
    sides.map(async (side) => upload(url, await readSample(process.cwd(), side))),
  )
  const start = performance.now()
  let ordered = 0
  const makeSome = async () => {
    for (let at = ordered++; at < count; at = ordered++) {
      await makeOne(url, pictures[at % pictures.length] ?? '')
    }
  }
  await Promise.all([makeSome(), makeSome()])
  return performance.now() - start
}

async function upload(url: string, picture: Uint8Array): Promise<string> {
  const response = await fetch(`${url}/api/files?name=picture.png`, {
    method: 'POST',
    body: new Uint8Array(picture),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { id } = (await response.json()) as { id: string }
  return id
}

async function makeOne(url: string, file: string): Promise<void> {
  const id = newId()
  const params = { file: { type: 'png', file_token: file }, face_limit: 20_000, texture: true }
  const ordered = await fetch(`${url}/api/tasks`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id, modelId: 'local/image-to-3d', params }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!ordered.ok) throw new Error(`A task was refused: ${await ordered.text()}`)
  for (;;) {
    const response = await fetch(`${url}/api/tasks/${id}`, {
      signal: AbortSignal.timeout(timeoutMs),
    })
    const task = (await response.json()) as { status: string; failure?: { message: string } }
    if (task.status === 'completed') return
    if (task.status !== 'queued' && task.status !== 'running') {
      throw new Error(`A task ended as ${task.status}: ${task.failure?.message ?? ''}`)
    }
    await wait(50)
  }
}
