import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteConversations } from '../chat/delete-conversations.ts'
import { purgeTrash } from '../chat/purge-trash.ts'
import { createDocumentService } from '../documents/document-service.ts'
import { createFileService } from '../files/file-service.ts'
import { openFolderBlobs } from '../files/folder-blobs.ts'
import { noStats, png, tinyGlb } from '../generation/tasks.fixture.ts'
import { createAssetService } from '../library/asset-service.ts'
import { createImportModel } from '../library/import-model.ts'
import { sweepBlobs } from '../library/sweep.ts'
import { scrubDeleted } from './deletions.ts'
import {
  assets,
  conversations,
  deletions,
  documents,
  files,
  messageAttachments,
  messages,
  runPieces,
  runs,
  tasks,
  toolCalls,
} from './schema.ts'
import { openStore, type Store } from './store.ts'

let folder: string
let store: Store
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-deletions-'))
  store = await openStore(folder)
}, 600_000)
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const secret = 'quetzalcoatl'
const inspect = () => Promise.resolve({ stats: noStats, issues: [], thumbnail: Buffer.from('t') })
const laterMs = Date.now() + 2 * 3_600_000

/** Files of the data folder in which the secret stands. */
async function filesWithSecret(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const places = entries
    .filter((entry) => entry.isFile())
    .map((e) => path.join(e.parentPath, e.name))
  const found: string[] = []
  for (const place of places) if ((await readFile(place)).includes(secret)) found.push(place)
  return found
}

async function converse(id: string, attached: { fileId?: string; documentId?: string }[]) {
  const { db } = store
  await db.insert(conversations).values({ id, title: `About ${secret}` })
  await db.insert(messages).values([
    { id: `${id}-q`, conversationId: id, role: 'user', text: `What is ${secret}?` },
    { id: `${id}-a`, conversationId: id, role: 'assistant', text: `${secret} is a god.` },
  ])
  await db.insert(runs).values({
    id: `${id}-r`,
    conversationId: id,
    answerId: `${id}-a`,
    modelId: 'm',
    status: 'running',
  })
  await db.insert(runPieces).values({ runId: `${id}-r`, seq: 0, text: `${secret} is` })
  await db.insert(toolCalls).values({
    messageId: `${id}-a`,
    index: 0,
    round: 0,
    upstreamId: 'u',
    name: 'search',
    arguments: `{"q":"${secret}"}`,
    status: 'done',
    textAt: 0,
    reasoningAt: 0,
  })
  const rows = attached.map((one, position) => ({ messageId: `${id}-q`, position, ...one }))
  if (rows.length > 0) await db.insert(messageAttachments).values(rows)
}

describe('what is deleted for ever', () => {
  it('is gone from rows, blobs and the files of the database', async () => {
    const blobs = await openFolderBlobs(path.join(folder, 'blobs'), () => laterMs)
    const pictures = createFileService({ store, blobs })
    const texts = createDocumentService({ store })
    const own = await pictures.upload(await png('#010203'), `${secret}.png`)
    const shared = await pictures.upload(await png('#040506'), 'shared.png')
    const input = await pictures.upload(await png('#070809'), 'input.png')
    const ownText = await texts.upload(Buffer.from(`All about ${secret}.`), `${secret}.txt`)
    const sharedText = await texts.upload(Buffer.from('Nothing.'), 'shared.txt')
    await converse('c1', [
      { fileId: own.id },
      { fileId: shared.id },
      { fileId: input.id },
      { documentId: ownText.id },
      { documentId: sharedText.id },
    ])
    await store.db.insert(conversations).values({ id: 'c2', title: 'Other' })
    await store.db
      .insert(messages)
      .values({ id: 'c2-q', conversationId: 'c2', role: 'user', text: 'Hello' })
    await store.db.insert(messageAttachments).values([
      { messageId: 'c2-q', position: 0, fileId: shared.id },
      { messageId: 'c2-q', position: 1, documentId: sharedText.id },
    ])
    await store.db.insert(tasks).values({
      id: 't1',
      modelId: 'm',
      provider: 'p',
      status: 'completed',
      params: { pictures: [{ file_token: input.id }], prompt: `A ${secret}` },
    })
    const model = await createImportModel({ store, blobs, inspect })(tinyGlb(secret), secret)
    await store.db.update(assets).set({ taskId: 't1' }).where(eq(assets.id, model.id))
    await store.executeSql('analyze')
    await store.executeSql('checkpoint')
    expect((await filesWithSecret()).length).toBeGreaterThan(4)

    expect(await deleteConversations(store, eq(conversations.id, 'c1'))).toBe(1)
    const picturesLeft = async () => (await store.db.select().from(files)).map(({ id }) => id)
    // The task still names its input.
    expect((await picturesLeft()).toSorted()).toEqual([shared.id, input.id].toSorted())
    expect((await store.db.select().from(documents)).map(({ id }) => id)).toEqual([sharedText.id])
    const library = createAssetService(store)
    await library.remove(model.id)
    expect(await library.forget(model.id)).toBe(1)
    expect(await picturesLeft()).toEqual([shared.id])

    await sweepBlobs(store, await openFolderBlobs(path.join(folder, 'blobs')), laterMs)
    expect(await scrubDeleted(store, { whateverSize: false })).toBe(true)
    expect(await filesWithSecret()).toEqual([])
    expect(await store.db.select().from(deletions)).toEqual([])
    expect(await store.db.select().from(conversations)).toMatchObject([{ id: 'c2' }])
  }, 600_000)

  it('includes documents that were never sent, after thirty days', async () => {
    const texts = createDocumentService({ store })
    const { id } = await texts.upload(Buffer.from('Never sent.'), 'a.txt')
    await purgeTrash(store, new Date(Date.now() + 29 * 24 * 3_600_000))
    expect((await texts.get(id)).text).toBe('Never sent.')
    await purgeTrash(store, new Date(Date.now() + 31 * 24 * 3_600_000))
    await expect(texts.get(id)).rejects.toThrow(/not stored here/)
  })
})
