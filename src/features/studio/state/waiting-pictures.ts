import { createStore, del, entries, get, set } from 'idb-keyval'
import { uploadPicture } from '#api/files.ts'
import type { CreateTask } from '#contract/tasks.ts'
import { isRecord } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'
import { t } from '#languages/studio.ts'
import { toPicture, type StudioPicture } from './picture.ts'
import { findWaitingId, toWaitingUrl } from './waiting-url.ts'

/** A picture that was chosen offline: its file, or the stored picture once the server has it. */
type KeptPicture = { name: string; keptAtMs: number; file?: Blob; sent?: StudioPicture }

const isKept = (value: unknown): value is KeptPicture =>
  isRecord(value) &&
  typeof value['keptAtMs'] === 'number' &&
  (value['file'] instanceof Blob || isRecord(value['sent']))

/** Sign-out deletes the databases with this prefix. */
const name = 'bozzetto-waiting-pictures'
const pictures = createStore(name, 'pictures')

const picturesMax = 20
const bytesMax = 200 * 1024 * 1024

/**
 * Stores a picture in this browser until the server can be reached.
 * @returns a picture whose address is only valid in this browser.
 * @throws if the browser stores nothing, or too many pictures wait already.
 */
export async function keepPicture(file: Blob, fileName: string): Promise<StudioPicture> {
  const kept: [string, KeptPicture][] = []
  for (const [id, stored] of await entries<string, unknown>(pictures)) {
    if (isKept(stored)) kept.push([id, stored])
    else await del(id, pictures)
  }
  kept.sort(([, a], [, b]) => a.keptAtMs - b.keptAtMs)
  const sent = kept.filter(([, picture]) => picture.sent)
  for (const [id] of sent.slice(0, Math.max(0, kept.length + 1 - picturesMax))) {
    await del(id, pictures)
  }
  const waiting = kept.flatMap(([, picture]) => picture.file ?? [])
  const bytes = waiting.reduce((sum, { size }) => sum + size, file.size)
  if (waiting.length >= picturesMax || bytes > bytesMax) {
    throw new PictureError(t('Too many pictures are waiting in this browser.'))
  }
  const id = newId()
  await set(id, { name: fileName, keptAtMs: Date.now(), file } satisfies KeptPicture, pictures)
  return { url: toWaitingUrl(id), name: fileName, sizeBytes: file.size }
}

/** Deletes a picture that was removed before it was sent. */
export async function dropKeptPicture(id: string): Promise<void> {
  if (await readKeptFile(id)) await del(id, pictures)
}

/** Returns the file of a waiting picture. Undefined after the picture was sent or deleted. */
export const readKeptFile = async (id: string): Promise<Blob | undefined> =>
  (await getKept(id))?.file

async function getKept(id: string): Promise<KeptPicture | undefined> {
  const stored: unknown = await get(id, pictures)
  return isKept(stored) ? stored : undefined
}

/**
 * Uploads a waiting picture, once in all tabs.
 * @throws {NetworkError} while the server cannot be reached.
 * @throws {PictureError} if the picture was deleted.
 */
export const sendKeptPicture = (id: string, signal?: AbortSignal): Promise<StudioPicture> =>
  inOneTab(async () => {
    const kept = await getKept(id)
    if (kept?.sent) return kept.sent
    if (!kept?.file) {
      throw new PictureError(t('This picture is no longer stored. Choose it again.'))
    }
    const { name: fileName, keptAtMs, file } = kept
    const stored = await uploadPicture(file, { name: fileName, signal })
    const sent = { ...toPicture(stored), name: fileName }
    await set(id, { name: fileName, keptAtMs, sent } satisfies KeptPicture, pictures)
    return sent
  })

/** Uploads the waiting pictures of a task, and returns the task with the stored pictures. */
export async function fillKeptPictures(task: CreateTask): Promise<CreateTask> {
  return { ...task, params: await fillRecord(task.params) }
}

async function fill(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(fill))
  if (isRecord(value)) {
    const id = typeof value['url'] === 'string' ? findWaitingId(value['url']) : undefined
    return id === undefined ? fillRecord(value) : { file_token: (await sendKeptPicture(id)).id }
  }
  const id = typeof value === 'string' ? findWaitingId(value) : undefined
  return id === undefined ? value : (await sendKeptPicture(id)).url
}

async function fillRecord(record: Record<string, unknown>): Promise<Record<string, unknown>> {
  const filled = Object.entries(record).map(
    async ([key, value]) => [key, await fill(value)] as const,
  )
  return Object.fromEntries(await Promise.all(filled))
}

/** Over HTTP in a local network there are no locks. The server stores equal files only once. */
const inOneTab = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()
