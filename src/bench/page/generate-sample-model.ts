import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#lib/id.ts'
import { readSample } from '../engine/sample.ts'

const timeoutMs = 60_000

/**
 * Generates a model from a picture of 512 px.
 * @throws {Error} if the task fails.
 */
export async function generateSampleModel(url: string): Promise<void> {
  const picture = await readSample(process.cwd(), 512)
  const upload = await fetch(`${url}/api/files?name=picture.png`, {
    method: 'POST',
    body: new Uint8Array(picture),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { id: file } = (await upload.json()) as { id: string }
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
