import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { openFolderBlobs } from '../../files/blobs/folder-blobs.ts'
import { startS3Server } from '../../files/blobs/s3-server.fixture.ts'
import { conversations, files, messages, tasks } from '../../store/schema.ts'
import { openConfiguredStore } from '../../store/open.ts'
import { openStore, postgresFolder, type Store } from '../../store/store.ts'
import { makeDataFolder } from '../../store/data-folder.fixture.ts'
import { makeTestDatabase, templateName } from '../../testing/postgres/test-databases.ts'
import { copyRows, type CopiedTable } from './copy-rows.ts'
import { move } from './move.ts'

let folder: string
let database: { url: string; drop: () => Promise<void> }
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-move-'))
  await makeDataFolder(folder)
  // All tests but the first start with a copy of a prepared database, because creating a database
  // takes seconds.
  database = await makeTestDatabase(templateName)
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const longText = 'words and 🧊 "signs" \\ \n'.repeat(20_000)

async function grow(store: Store): Promise<void> {
  const conversationId = newId()
  const last = newId()
  await store.db.insert(conversations).values({ id: conversationId, title: 'Grown', leafId: last })
  const parents = Array.from({ length: 40 }, () => newId())
  await store.db.insert(messages).values(
    parents.toReversed().map((id, index) => ({
      id,
      conversationId,
      parentId: parents[parents.length - index] ?? null,
      role: 'user' as const,
      text: index % 10 === 0 ? longText : `short ${index}`,
      createdAt: new Date(1_700_000_000_123 + index),
    })),
  )
  await store.db.insert(tasks).values({
    id: newId(),
    provider: 'local',
    modelId: 'local/relief',
    status: 'completed',
    params: { 'a "key"': [1, 2.5, null, { deep: 'ü' }], large: 12345678901234 },
  })
  const blobs = await openFolderBlobs(path.join(folder, 'blobs'))
  const blobKey = await blobs.put(Buffer.from('picture'))
  await store.db.insert(files).values({
    id: newId(),
    sha256: blobKey,
    blobKey,
    name: 'cat.png',
    mimeType: 'image/png',
    widthPx: 1,
    heightPx: 1,
    hasAlpha: false,
    sizeBytes: 7,
  })
}

const everything = async (store: Store) => ({
  conversations: await store.db.select().from(conversations),
  messages: await store.db.select().from(messages).orderBy(messages.id),
  tasks: await store.db.select().from(tasks),
  files: await store.db.select().from(files),
})

const settings = () => ({ BOZZETTO_DATA: folder, S3_REGION: 'eu-test-1' })
const quietly = () => {}
const cutOff = ({ table }: CopiedTable) => {
  if (table === 'tasks') throw new RangeError('cut off')
}

describe('move', () => {
  it('moves all rows to a server and back unchanged', async () => {
    const grown = await openStore(folder)
    await grow(grown)
    const before = await everything(grown)
    await grown.close()
    await database.drop()
    database = await makeTestDatabase()

    const copied: CopiedTable[] = []
    const tell = (table: CopiedTable) => void copied.push(table)
    const there = await move({ env: settings(), to: database.url, tell })
    expect(there.findings).toMatchObject({ faults: [], rows: 1, blobs: 1 })
    expect(there.next).toMatch(/DATABASE_URL .* BOZZETTO_SECRET/)
    expect(copied).toContainEqual({ table: 'messages', rows: 40 })

    const onServer = { ...settings(), DATABASE_URL: database.url }
    const store = await openConfiguredStore(onServer)
    expect(await everything(store)).toEqual(before)
    // This row must fail, because foreign keys are enforced again.
    const unknown = { conversationId: newId(), role: 'user' as const, text: '' }
    await expect(store.db.insert(messages).values({ id: newId(), ...unknown })).rejects.toThrow(
      /insert into/,
    )
    await store.db.insert(conversations).values({ id: newId(), title: 'New' })
    await store.close()

    await expect(move({ env: onServer, to: 'folder', tell })).rejects.toThrow(/already has data/)
    await rm(path.join(folder, postgresFolder), { recursive: true })
    await move({ env: onServer, to: 'folder', tell })
    const back = await openStore(folder)
    const after = await everything(back)
    expect(after.conversations).toHaveLength(2)
    expect({ ...after, conversations: before.conversations }).toEqual(before)
    await back.close()
    expect(await readdir(folder)).toContain('blobs')
  })

  it('leaves nothing in the target if interrupted, and can be repeated', async () => {
    const grown = await openStore(folder)
    await grow(grown)
    await grown.close()
    const env = settings()
    await expect(move({ env, to: database.url, tell: cutOff })).rejects.toThrow(RangeError)
    const { findings } = await move({ env, to: database.url, tell: quietly })
    expect(findings).toMatchObject({ faults: [], rows: 1 })
    await expect(move({ env, to: database.url, tell: quietly })).rejects.toThrow(/already has data/)
  })

  it('moves the files to a configured bucket and back', async () => {
    const bucket = await startS3Server()
    const grown = await openStore(folder)
    await grow(grown)
    await grown.close()
    const env = {
      ...settings(),
      S3_ENDPOINT: bucket.settings.endpoint,
      S3_BUCKET: bucket.settings.bucket,
      S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
    }
    const model = path.join(folder, 'models', 'acme.json')
    await mkdir(path.dirname(model))
    await writeFile(model, '{}')
    const there = await move({ env, to: database.url, tell: quietly })
    expect(there).toMatchObject({ files: 1, findings: { faults: [], blobs: 1 } })
    expect(there.next).toContain('the bucket studio')
    expect(bucket.objects.size).toBe(1)

    await rm(path.join(folder, postgresFolder), { recursive: true })
    await makeDataFolder(folder)
    await rm(path.join(folder, 'blobs'), { recursive: true })
    await rm(model)
    const onServer = { ...env, DATABASE_URL: database.url }
    const back = await move({ env: onServer, to: 'folder', tell: quietly })
    expect(back).toMatchObject({ files: 1, findings: { faults: [], blobs: 1 } })
    expect(back.next).toMatch(/Keep BOZZETTO_SECRET/)
    expect(await readFile(model, 'utf8')).toBe('{}')
    await bucket.close()
  })

  it('rejects a target that is neither a database nor a folder, or that is the same database', async () => {
    const env = settings()
    const tell = quietly
    await expect(move({ env, to: 'folder', tell })).rejects.toThrow(/^Usage: npm run move/)
    await expect(
      move({ env: { ...env, DATABASE_URL: database.url }, to: database.url, tell }),
    ).rejects.toThrow(/on a database server already/)
  })
})

describe('copyRows', () => {
  it('detects a copy that differs, and rolls back', async () => {
    const from = await openStore(folder)
    await from.db.insert(conversations).values({ id: newId(), title: 'a' })
    const other = await mkdtemp(path.join(tmpdir(), 'bozzetto-move-other-'))
    const to = await openConfiguredStore({ DATABASE_URL: database.url, BOZZETTO_DATA: other })
    await to.executeSql(
      `create rule spoil as on insert to conversations do also
         update conversations set title = 'b' where id = new.id`,
    )
    await expect(copyRows(from, to, quietly)).rejects.toThrow(
      'The copy of conversations is not what it was made from; nothing was copied.',
    )
    expect(await to.db.select().from(conversations)).toEqual([])
    await to.close()
    await from.close()
    await rm(other, { recursive: true })
  })
})
