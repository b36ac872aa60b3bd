import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteConversations } from '../chat/conversations/delete-conversations.ts'
import { purgeTrash } from '../chat/conversations/purge-trash.ts'
import { listMessages } from '../chat/conversations/message-pages.ts'
import { historyTo } from '../chat/runs/history.ts'
import { createDocumentService } from '../documents/document-service.ts'
import { createFileService } from '../files/file-service.ts'
import { openFolderBlobs } from '../files/blobs/folder-blobs.ts'
import { noStats, png, tinyGlb } from '../generation/tasks.fixture.ts'
import { findTask } from '../generation/task-rows.ts'
import { createAssetService } from '../library/asset-service.ts'
import { createImportModel } from '../library/import-model.ts'
import { sweepBlobs } from '../library/sweep.ts'
import { makeDataFolder } from './data-folder.fixture.ts'
import { scrubDeleted } from './deletions.ts'
import {
  answerRatings,
  answerSteps,
  assets,
  chatSummaries,
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
  await makeDataFolder(folder)
  store = await openStore(folder)
}, 600_000)
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const secret = 'quetzalcoatl'
const inspect = () => Promise.resolve({ stats: noStats, issues: [], thumbnail: Buffer.from('t') })
const laterMs = Date.now() + 2 * 3_600_000

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
  await db
    .insert(chatSummaries)
    .values({ id: `${id}-s`, conversationId: id, untilId: `${id}-a`, text: secret, modelId: 'm' })
  const kept = { message: { text: secret }, calls: [] }
  await db.insert(answerSteps).values({ messageId: `${id}-a`, round: 0, provider: 'p', kept })
  await db
    .insert(answerRatings)
    .values({ id: `${id}-a`, conversationId: id, modelId: 'm', isGood: false, reason: secret })
  const rows = attached.map((one, position) => ({ messageId: `${id}-q`, position, ...one }))
  if (rows.length > 0) await db.insert(messageAttachments).values(rows)
}

describe('permanently deleted data', () => {
  it('is removed from rows, stored files and the files of the database', async () => {
    const blobs = await openFolderBlobs(path.join(folder, 'blobs'), () => laterMs)
    const pictures = createFileService({ store, blobs })
    const texts = createDocumentService({ store, blobs })
    const own = await pictures.upload(await png('#010203'), `${secret}.png`)
    const shared = await pictures.upload(await png('#040506'), 'shared.png')
    const input = await pictures.upload(await png('#070809'), 'input.png')
    const ownText = await texts.upload(Buffer.from(`All about ${secret}.`), `${secret}.txt`)
    const ownFile = await texts.upload(Buffer.from(`{\\rtf1 All about ${secret}.}`), 'own.rtf')
    const sharedText = await texts.upload(Buffer.from('{\\rtf1 Nothing.}'), 'shared.rtf')
    await converse('c1', [
      { fileId: own.id },
      { fileId: shared.id },
      { fileId: input.id },
      { documentId: ownText.id },
      { documentId: ownFile.id },
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
    expect((await picturesLeft()).toSorted()).toEqual([shared.id, input.id].toSorted())
    expect((await store.db.select().from(documents)).map(({ id }) => id)).toEqual([sharedText.id])
    const library = createAssetService(store)
    await library.remove(model.id)
    expect(await library.forget(model.id)).toBe(1)
    expect(await picturesLeft()).toEqual([shared.id])

    await sweepBlobs(store, await openFolderBlobs(path.join(folder, 'blobs')), laterMs)
    expect(await scrubDeleted(store, { whateverSize: false })).toBe(true)
    expect(await filesWithSecret()).toEqual([])
    const kept = await texts.getFile(sharedText.id)
    expect('blobKey' in kept && (await blobs.sizeOf(kept.blobKey))).toBe(16)
    expect(await store.db.select().from(deletions)).toEqual([])
    expect(await store.db.select().from(conversations)).toMatchObject([{ id: 'c2' }])
  }, 600_000)

  it('leaves no picture or document in messages and models that used it', async () => {
    const place = path.join(folder, 'blobs')
    const blobs = await openFolderBlobs(place, () => laterMs)
    const pictures = createFileService({ store, blobs })
    const texts = createDocumentService({ store, blobs })
    const picture = await pictures.upload(await png('#112233', 300), `${secret}.png`)
    const other = await pictures.upload(await png('#445566'), 'other.png')
    const text = await texts.upload(Buffer.from(`More about ${secret}.`), 'more.txt')
    await store.db.insert(conversations).values({ id: 'c3', title: 'Files' })
    await store.db
      .insert(messages)
      .values({ id: 'c3-q', conversationId: 'c3', role: 'user', text: 'Look' })
    await store.db.insert(messageAttachments).values([
      { messageId: 'c3-q', position: 0, fileId: picture.id },
      { messageId: 'c3-q', position: 1, documentId: text.id },
      { messageId: 'c3-q', position: 2, fileId: other.id },
    ])
    const task = { modelId: 'm', provider: 'p', params: { file: { file_token: picture.id } } }
    await store.db.insert(tasks).values([
      { ...task, id: 't2', status: 'failed', pictureFileId: picture.id },
      { ...task, id: 't3', status: 'queued' },
    ])
    const model = await createImportModel({ store, blobs, inspect })(tinyGlb('a'), 'a')
    await store.db.update(assets).set({ pictureFileId: picture.id }).where(eq(assets.id, model.id))

    await expect(pictures.remove(picture.id)).rejects.toThrow(/is still running needs this picture/)
    await store.db.update(tasks).set({ status: 'cancelled' }).where(eq(tasks.id, 't3'))
    const bytesOnDisk = async () => {
      let sum = 0
      for await (const { key } of blobs.list()) sum += (await blobs.sizeOf(key)) ?? 0
      return sum
    }
    await sweepBlobs(store, await openFolderBlobs(place), laterMs)
    const before = await bytesOnDisk()
    expect(await pictures.remove(picture.id)).toBe(true)
    expect(await pictures.remove(picture.id)).toBe(false)
    expect(await texts.remove(text.id)).toBe(true)
    expect(await texts.remove(text.id)).toBe(false)

    expect(await listMessages(store.db, 'c3')).toMatchObject([
      { text: 'Look', deletedFiles: 2, attachments: [{ id: other.id }] },
    ])
    const [question] = await historyTo(store.db, 'c3-q', {
      providerId: 'test',
      systemPrompt: undefined,
      canSee: () => Promise.resolve(true),
      withTools: false,
      readPicture: () => Promise.resolve('data:'),
    })
    expect(question?.content).toEqual([
      { type: 'text', text: '[A file that was deleted]\n\n[A file that was deleted]\n\nLook' },
      { type: 'image_url', image_url: { url: 'data:' } },
    ])
    expect((await findTask(store.db, 't2'))?.task.pictureFileId).toBeNull()
    expect((await createAssetService(store).find(model.id))?.asset.pictureUrl).toBeUndefined()

    await sweepBlobs(store, await openFolderBlobs(place), laterMs)
    expect(before - (await bytesOnDisk())).toBe(picture.sizeBytes)
    expect(await scrubDeleted(store, { whateverSize: false })).toBe(true)
    expect(await filesWithSecret()).toEqual([])
  })

  it('removes pictures without references after thirty days', async () => {
    const dayMs = 24 * 3_600_000
    const blobs = await openFolderBlobs(path.join(folder, 'blobs'))
    const pictures = createFileService({ store, blobs })
    const bring = async (colour: string) => (await pictures.upload(await png(colour), 'a.png')).id
    const named = {
      sent: await bring('#100'),
      made: await bring('#200'),
      done: await bring('#300'),
    }
    const left = { never: await bring('#400'), failed: await bring('#500') }
    await store.db
      .insert(messageAttachments)
      .values({ messageId: 'c3-q', position: 9, fileId: named.sent })
    const task = { modelId: 'm', provider: 'p' }
    await store.db.insert(tasks).values([
      { ...task, id: 't4', status: 'completed', params: { views: [{ file_token: named.done }] } },
      {
        ...task,
        id: 't5',
        status: 'failed',
        params: { file: { file_token: left.failed } },
        pictureFileId: left.failed,
      },
    ])
    await createImportModel({ store, blobs, inspect })(tinyGlb('b'), 'b')
    await store.db
      .update(assets)
      .set({
        recipe: {
          modelId: 'm',
          params: { file: `/api/files/${named.made}/content` },
          inputSha256: [],
        },
      })
      .where(eq(assets.name, 'b'))
    const ids = async () => new Set((await store.db.select().from(files)).map(({ id }) => id))

    await purgeTrash(store, new Date(Date.now() + 29 * dayMs))
    expect(await ids()).toEqual(new Set([...(await ids()), ...Object.values(left)]))
    await purgeTrash(store, new Date(Date.now() + 31 * dayMs))
    const kept = await ids()
    for (const id of Object.values(named)) expect(kept).toContain(id)
    for (const id of Object.values(left)) expect(kept).not.toContain(id)
    expect((await findTask(store.db, 't5'))?.task.pictureFileId).toBeNull()

    const again = await bring('#600')
    const monthAgo = new Date(Date.now() - 31 * dayMs)
    await store.db.update(files).set({ createdAt: monthAgo }).where(eq(files.id, again))
    expect(await bring('#600')).toBe(again)
    await purgeTrash(store, new Date())
    expect(await ids()).toContain(again)
  })

  it('includes documents that no message contains thirty days after the upload', async () => {
    const blobs = await openFolderBlobs(path.join(folder, 'blobs'))
    const texts = createDocumentService({ store, blobs })
    const { id } = await texts.upload(Buffer.from('Never sent.'), 'a.txt')
    await purgeTrash(store, new Date(Date.now() + 29 * 24 * 3_600_000))
    expect((await texts.get(id)).text).toBe('Never sent.')
    await purgeTrash(store, new Date(Date.now() + 31 * 24 * 3_600_000))
    await expect(texts.get(id)).rejects.toThrow(/not on this server/)
  })
})
