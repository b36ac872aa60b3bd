import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, getTableColumns, getTableName, is, sql, Table } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { testPasswordCost } from '../access/access.fixture.ts'
import { personalTables } from '../access/people/delete-rows.ts'
import { handedOverTables } from '../access/people/hand-over.ts'
import { createApp } from '../app.ts'
import { ensureIndexed, listIndexes } from '../chat/knowledge/document-index.ts'
import { readEnv } from '../env.ts'
import { openZipFiles, toZipSource } from '../files/zip-files.ts'
import { png, tinyGlb } from '../generation/tasks.fixture.ts'
import { createServicesOn, type Services } from '../services.ts'
import { asOwner, asServer } from '../store/owner-scope.ts'
import * as schema from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { operations } from '../routes/openapi/operations.ts'

// Each request passes through the whole server, and all data of the other person is compared.
const password = 'correct horse battery staple'
const origin = 'http://127.0.0.1:5310'
const getSecret = (userId: string) => `canary-${userId}`

type Person = { userId: string; cookie: string; key: string; things: Record<string, string> }

let folder: string
let store: Store
let services: Services
let app: ReturnType<typeof createApp>
let anna: Person
let ben: Person

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-people-'))
  await once(upstream.listen(0, '127.0.0.1'), 'listening')
  store = await openTestStore()
  await prepareRows()
  const env = readEnv({ BOZZETTO_DATA: folder, BOZZETTO_PASSWORD: password })
  services = await createServicesOn(store, env, { passwordCost: testPasswordCost })
  app = createApp(services)
  const cookie = getCookie(await call('POST', '/api/session', { body: { password } }))
  const first = { name: 'Anna', email: 'anna@example.com' }
  await call('POST', '/api/people', { cookie, body: first })
  const invited = await call('POST', '/api/people/invitations', {
    cookie,
    body: { name: 'Ben', role: 'member' },
  })
  const { token } = (await invited.json()) as { token: string }
  const joined = await call('POST', '/api/invitation/accept', {
    body: { token, name: 'Ben', email: 'ben@example.com', password: `${password} too` },
  })
  const [benRow] = services.access.people.list().filter(({ role }) => role === 'member')
  anna = await settle('owner', cookie)
  ben = await settle(benRow?.id ?? '', getCookie(joined))
})
afterAll(async () => {
  // Later tests use the same database.
  await store.executeSql('deallocate owned_rows')
  await services.close()
  upstream.close()
  await rm(folder, { recursive: true, force: true })
})

type Call = { cookie?: string; key?: string; body?: unknown; bytes?: Uint8Array<ArrayBuffer> }

const call = async (method: string, target: string, { cookie, key, body, bytes }: Call = {}) =>
  app.request(
    origin + target,
    {
      method,
      headers: {
        host: '127.0.0.1:5310',
        ...(cookie && { cookie }),
        ...(key && { authorization: `Bearer ${key}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(bytes && { body: bytes }),
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )

function getCookie(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

const createService = (name: string) => ({
  kind: 'openai-compatible',
  name,
  address: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`,
  secrets: { key: `sk-of-${name}` },
})

/** A service with one model, which answers with the API key that it received. */
const upstream = createServer((request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json')
  const { authorization = '' } = request.headers
  const choices = [{ index: 0, message: { role: 'assistant', content: authorization } }]
  response.end(
    JSON.stringify(
      request.url?.endsWith('/models')
        ? { data: [{ id: 'talker-1' }] }
        : { id: 'c', object: 'chat.completion', choices },
    ),
  )
})

const settle = (userId: string, cookie: string): Promise<Person> =>
  asOwner(userId, async () => {
    const { db } = store
    const mark = getSecret(userId)
    const at = new Date()
    const id = newId
    const things = {
      conversation: id(),
      message: id(),
      answer: id(),
      run: id(),
      folder: id(),
      assistant: id(),
      summary: id(),
      schedule: id(),
      prompt: id(),
      document: id(),
      task: id(),
      asset: id(),
      memory: id(),
      share: `${mark}-asset`.padEnd(32, '0'),
    }
    const { id: file } = await services.files.upload(await png(), `${mark}.png`)
    const { conversation, answer, run, task, asset, document, folder: folderId } = things
    await db.insert(schema.folders).values({ id: folderId, name: mark, instructions: mark })
    await db
      .insert(schema.conversations)
      .values({ id: conversation, title: mark, folderId, createdAt: at, updatedAt: at })
    const message = { conversationId: conversation, text: mark, createdAt: at }
    await db.insert(schema.messages).values([
      { ...message, id: things.message, role: 'user' },
      { ...message, id: answer, role: 'assistant', parentId: things.message, runId: run },
    ])
    await db.insert(schema.runs).values({
      id: run,
      conversationId: conversation,
      answerId: answer,
      modelId: 'bozzetto/guide',
      status: 'waiting',
      startedAt: at,
    })
    await db.insert(schema.chatSummaries).values({
      id: things.summary,
      conversationId: conversation,
      untilId: answer,
      text: mark,
      modelId: 'bozzetto/guide',
    })
    await db.insert(schema.answerRatings).values({
      id: answer,
      conversationId: conversation,
      modelId: 'bozzetto/guide',
      isGood: true,
      reason: mark,
    })
    await db.insert(schema.comparisonVotes).values({
      id: things.message,
      conversationId: conversation,
      modelIds: [mark],
    })
    await db.insert(schema.schedules).values({
      id: things.schedule,
      name: mark,
      question: mark,
      modelId: 'bozzetto/guide',
      folderId,
      timing: { kind: 'daily', time: '08:00' },
      timeZone: 'UTC',
    })
    await db.insert(schema.scheduleRuns).values({
      id: id(),
      scheduleId: things.schedule,
      dueAt: at,
      status: 'completed',
      conversationId: conversation,
      answerRunId: run,
      questionId: things.message,
      answerId: answer,
      problem: mark,
    })
    await db.insert(schema.toolCalls).values({
      messageId: answer,
      index: 0,
      round: 0,
      upstreamId: mark,
      name: 'calculator',
      arguments: '{}',
      status: 'asking',
      textAt: 0,
      reasoningAt: 0,
    })
    const picture = new Uint8Array(await png())
    await db
      .insert(schema.assistants)
      .values({ id: things.assistant, name: mark, settings: {}, folderId, picture })
    const prompt = { id: things.prompt, title: mark, command: 'same', text: mark }
    await db.insert(schema.prompts).values(prompt)
    await db.insert(schema.memories).values({ id: things.memory, text: mark })
    // A tool permission of both people, whose name needs no escaping in a URL.
    await db.insert(schema.allowedTools).values([{ name: mark }, { name: ':allowedAs' }])
    await db.insert(schema.documents).values({
      id: document,
      sha256: 'same',
      name: mark,
      mimeType: 'text/plain',
      sizeBytes: 1,
      textLength: mark.length,
      isCut: false,
    })
    await db.insert(schema.documentTexts).values({ documentId: document, position: 0, text: mark })
    await db.insert(schema.folderDocuments).values({ folderId, documentId: document })
    await db.insert(schema.messageAttachments).values([
      { messageId: things.message, position: 0, fileId: file },
      { messageId: things.message, position: 1, documentId: document },
    ])
    await db.insert(schema.tasks).values({
      id: task,
      modelId: 'local/image-to-3d',
      provider: 'local',
      params: { note: mark },
      status: 'completed',
      pictureFileId: file,
      finishedAt: at,
      startedAt: at,
    })
    await db.insert(schema.taskEvents).values({ taskId: task, seq: 1, status: 'completed' })
    await db.insert(schema.assets).values({
      id: asset,
      taskId: task,
      name: mark,
      mimeType: 'model/gltf-binary',
      sizeBytes: 3,
      sha256: 'same',
      blobKey: await services.blobs.put(new Uint8Array([1, 2, 3])),
      pictureFileId: file,
      folder: mark,
      tags: [mark],
    })
    await db.insert(schema.shares).values({ token: things.share, assetId: asset })
    const limits = { requestsPerMinute: 10_000, streams: 10 }
    const key = await services.apiKeys.create({ name: mark, limits })
    const { id: connection } = await services.ownConnections.create(
      { id: userId, role: 'admin' },
      { ...createService(mark) },
    )
    const passkey = `passkey-${userId}`
    await db
      .insert(schema.passkeys)
      .values({ id: passkey, userId, name: mark, publicKey: 'x', counter: 0, transports: '' })
    const [session] = await services.access.sessions.list(userId)
    return {
      userId,
      cookie,
      key: key.secret,
      things: { ...things, file, key: key.key.id, connection, passkey, session: session?.id ?? '' },
    }
  })

async function getWholeText(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.headers.get('content-type') !== 'application/zip') return bytes.toString('latin1')
  const zip = await openZipFiles(toZipSource(bytes))
  const texts = []
  for (const name of zip.names()) {
    texts.push(`${name}\n${Buffer.from(await zip.read(name, 1e8)).toString('latin1')}`)
  }
  return texts.join('\n')
}

const getRows = (userId: string) =>
  asServer(async () => {
    // Without this call, usage is written a second later.
    await services.spending.flush()
    const { rows: found } = await store.db.execute<{ name: string; row: unknown }>(
      sql.raw(`execute owned_rows ('${userId}')`),
    )
    const rows: Record<string, unknown[]> = {}
    for (const name of ownedTables) rows[name] = []
    for (const { name, row } of found) rows[name]?.push(row)
    return rows
  })

/** Prepares the query of `getRows`, because planning takes several times as long as reading. */
const prepareRows = () =>
  store.executeSql(
    `prepare owned_rows (text) as ${ownedTables
      .map(
        (name) =>
          `select '${name}' as name, to_jsonb(t) - 'last_used_at' as row from ${name} t where owner_id = $1`,
      )
      .join(' union all ')} order by 1, 2`,
  )

const ownedTables = Object.values(schema)
  .filter((table) => is(table, Table) && 'ownerId' in getTableColumns(table))
  .map((table) => getTableName(table as Table))

const rename = (person: Person) =>
  call('PATCH', `/api/conversations/${person.things['conversation']}`, {
    cookie: person.cookie,
    body: { title: `${getSecret(person.userId)} again` },
  })

const id = ':id'
/**
 * A request for an object of the other person. `of` names the object. `things` are the ids of that
 * person's objects by name.
 */
type Probe = {
  of: string
  body?: (things: Record<string, string>) => unknown
  /**
   * Expected status. Default: 404. For ids that the client chooses, the other person's row must not
   * change.
   */
  status?: number
}

const settings = () => ({})
const probes: Record<string, Probe> = {
  'GET /api/conversations/:id': { of: 'conversation' },
  'PATCH /api/conversations/:id': { of: 'conversation', body: () => ({ title: 'Taken' }) },
  'POST /api/conversations': {
    of: 'conversation',
    body: ({ conversation }) => ({ id: newId(), fromId: conversation }),
  },
  'PUT /api/conversations/:id/settings': { of: 'conversation', body: settings },
  'DELETE /api/conversations/:id': { of: 'conversation' },
  'DELETE /api/conversations/:id?forever=1': { of: 'conversation' },
  'POST /api/conversations/:id/restore': { of: 'conversation' },
  'POST /api/conversations/:id/title': { of: 'conversation' },
  'POST /api/conversations/:id/messages': {
    of: 'conversation',
    body: () => ({ id: newId(), role: 'user', text: 'Hello' }),
  },
  'POST /api/conversations/:id/runs': {
    of: 'conversation',
    body: () => ({
      runId: newId(),
      answerId: newId(),
      modelId: 'bozzetto/guide',
      question: { id: newId(), text: 'Hello' },
    }),
  },
  'POST /api/conversations/:id/summaries': {
    of: 'conversation',
    body: ({ answer }) => ({ id: newId(), untilId: answer, modelId: 'bozzetto/guide' }),
  },
  'PUT /api/conversations/:id/summaries/:summaryId': {
    of: 'conversation',
    body: () => ({ text: 'Taken' }),
  },
  'DELETE /api/conversations/:id/summaries/:summaryId': { of: 'conversation' },
  'GET /api/conversations/:id/export': { of: 'conversation' },
  'GET /api/conversations/:id/share': { of: 'conversation', status: 200 },
  'PUT /api/conversations/:id/share': {
    of: 'conversation',
    body: () => ({ withFiles: true, canContinue: true }),
  },
  'DELETE /api/conversations/:id/share': { of: 'conversation', status: 204 },
  'GET /api/conversations/:id/access': { of: 'conversation' },
  'PUT /api/conversations/:id/access': {
    of: 'conversation',
    body: () => ({ userId: 'owner', role: 'editor' }),
  },
  'DELETE /api/conversations/:id/access/:grantId': { of: 'conversation' },
  'GET /api/assets/:id/access': { of: 'asset' },
  'PUT /api/assets/:id/access': {
    of: 'asset',
    body: () => ({ userId: 'owner', role: 'editor' }),
  },
  'DELETE /api/assets/:id/access/:grantId': { of: 'asset' },
  'PUT /api/memory/:id': { of: 'memory', body: () => ({ text: 'Taken' }), status: 200 },
  'DELETE /api/memory/:id': { of: 'memory', status: 200 },
  'PUT /api/folders/:id': { of: 'folder', body: () => ({ name: 'Taken' }) },
  'DELETE /api/folders/:id': { of: 'folder' },
  'GET /api/folders/:id/knowledge': { of: 'folder' },
  'PUT /api/folders/:id/knowledge': { of: 'folder', body: () => ({ instructions: 'Taken' }) },
  'PUT /api/folders/:id/documents/:documentId': { of: 'folder' },
  'DELETE /api/folders/:id/documents/:documentId': { of: 'folder' },
  'PUT /api/assistants/:id': {
    of: 'assistant',
    body: () => ({ name: 'Taken', description: '', settings: {}, starters: [] }),
  },
  'DELETE /api/assistants/:id': { of: 'assistant' },
  'GET /api/assistants/:id/file': { of: 'assistant' },
  'GET /api/assistants/:id/picture': { of: 'assistant' },
  'PUT /api/ratings/answers/:id': { of: 'answer', body: () => ({ isGood: false }) },
  'DELETE /api/ratings/answers/:id': { of: 'answer' },
  'PUT /api/ratings/votes/:id': {
    of: 'message',
    body: ({ answer }) => ({ answerIds: [answer, newId()] }),
    status: 400,
  },
  'DELETE /api/ratings/votes/:id': { of: 'message' },
  'PUT /api/schedules/:id': {
    of: 'schedule',
    body: () => ({
      name: 'Taken',
      question: 'Taken',
      modelId: 'bozzetto/guide',
      timing: { kind: 'daily', time: '09:00' },
      timeZone: 'UTC',
    }),
    status: 400,
  },
  'PATCH /api/schedules/:id': { of: 'schedule', body: () => ({ isPaused: true }) },
  'DELETE /api/schedules/:id': { of: 'schedule' },
  'GET /api/schedules/:id/runs': { of: 'schedule' },
  'POST /api/schedules/:id/runs': { of: 'schedule', body: () => ({ id: newId() }) },
  'PUT /api/prompts/:id': {
    of: 'prompt',
    body: () => ({ title: 'Taken', command: 'taken', text: 'Taken' }),
  },
  'DELETE /api/prompts/:id': { of: 'prompt' },
  'GET /api/documents/:id': { of: 'document' },
  'GET /api/documents/:id/content': { of: 'document' },
  'PUT /api/documents/:id/encoding': {
    of: 'document',
    body: () => ({ encoding: 'koi8-r' }),
  },
  'DELETE /api/documents/:id': { of: 'document' },
  'GET /api/runs/:id': { of: 'run' },
  'GET /api/runs/:id/events': { of: 'run' },
  'POST /api/runs/:id/stop': { of: 'run' },
  'POST /api/runs/:id/tool-calls/:index': { of: 'run', body: () => ({ isAllowed: true }) },
  'POST /api/runs/:id/tool-calls/:index/answer': {
    of: 'run',
    body: () => ({ questionId: newId(), action: 'decline' }),
  },
  'PUT /api/runs/:id/tool-calls/:index/encoding': {
    of: 'run',
    body: () => ({ encoding: 'koi8-r' }),
  },
  'GET /api/runs/:id/tool-calls/:index/app': { of: 'run' },
  'PUT /api/runs/:id/tool-calls/:index/app/domains': {
    of: 'run',
    body: () => ({ domains: ['https://api.example.test'] }),
  },
  'POST /api/runs/:id/tool-calls/:index/app/calls': {
    of: 'run',
    body: () => ({ name: 'echo', arguments: {} }),
  },
  'POST /api/runs/:id/tool-calls/:index/app/resource': {
    of: 'run',
    body: () => ({ uri: 'ui://a/b' }),
  },
  'GET /api/files/:id': { of: 'file' },
  'DELETE /api/files/:id': { of: 'file' },
  'GET /api/files/:id/content': { of: 'file' },
  'GET /api/pictures/:id/cutout': { of: 'file' },
  'GET /api/pictures/:id/mask': { of: 'file' },
  'GET /api/tasks/:id': { of: 'task' },
  'GET /api/tasks/:id/preview': { of: 'task' },
  'POST /api/tasks/:id/cancel': { of: 'task' },
  'GET /api/tasks/:id/events': { of: 'task' },
  'GET /api/tasks/steps/:assetId': { of: 'asset', status: 200 },
  'GET /api/assets/:id': { of: 'asset' },
  'GET /api/assets/:id/chat': { of: 'asset' },
  'GET /api/assets/:id/versions': { of: 'asset' },
  'POST /api/assets/:id/versions': {
    of: 'asset',
    body: () => ({ id: newId(), steps: [{ kind: 'plate' }] }),
  },
  'PATCH /api/assets/:id': { of: 'asset', body: () => ({ name: 'Taken' }) },
  'POST /api/assets/:id/restore': { of: 'asset' },
  'DELETE /api/assets/:id': { of: 'asset' },
  'GET /api/assets/:id/model': { of: 'asset' },
  'GET /api/assets/:id/thumbnail': { of: 'asset' },
  'GET /api/assets/:id/share': { of: 'asset', status: 200 },
  'PUT /api/assets/:id/share': { of: 'asset' },
  'PATCH /api/assets/:id/share': { of: 'asset', body: () => ({ canDownload: true }) },
  'DELETE /api/assets/:id/share': { of: 'asset', status: 204 },
  'GET /api/assets/:id/turntable': { of: 'asset' },
  'PATCH /api/keys/:id': { of: 'key', body: () => ({ name: 'Taken' }) },
  'POST /api/keys/:id/revoke': { of: 'key' },
  'GET /api/keys/:id/webhooks': { of: 'key' },
  'POST /api/keys/:id/webhook-secret': { of: 'key' },
  'POST /api/keys/:id/webhooks/:delivery/resend': { of: 'key' },
  'PATCH /api/own-connections/:id': { of: 'connection', body: () => ({ name: 'Taken' }) },
  'POST /api/own-connections/:id/test': { of: 'connection', body: () => ({}) },
  'DELETE /api/own-connections/:id': { of: 'connection' },
  'GET /api/own-connections/:id/models': { of: 'connection' },
  'PATCH /api/own-connections/:id/models': {
    of: 'connection',
    body: () => ({ ids: ['x/y'], isOn: false }),
  },
  'DELETE /api/sessions/:id': { of: 'session' },
  'PATCH /api/passkeys/:id': { of: 'passkey', body: () => ({ name: 'Taken' }) },
  'DELETE /api/passkeys/:id': { of: 'passkey' },
}

/** Routes that list, sum up or create something. They must return only the caller's data. */
const ownOnly = [
  'GET /api/conversations',
  'GET /api/usage?days=30&timeZone=UTC',
  'GET /api/memory',
  'GET /api/chat/summaries',
  'GET /api/chat/defaults',
  'GET /api/chat/tags',
  'GET /api/push',
  'GET /api/search?q=canary',
  'GET /api/folders',
  'GET /api/folders/embedding-models',
  'GET /api/assistants',
  'GET /api/prompts',
  'GET /api/schedules',
  'GET /api/ratings',
  'GET /api/ratings/export?format=jsonl',
  'GET /api/pictures',
  'GET /api/tasks',
  'GET /api/tasks/usual',
  'GET /api/assets',
  'GET /api/assets/summary',
  'GET /api/keys',
  'GET /api/sessions',
  'GET /api/passkeys',
  'GET /api/export',
  'GET /api/library/archive',
  'GET /api/own-data',
  'GET /api/models',
  'GET /api/models/of/:provider',
  'GET /api/chat/params?modelId=bozzetto%2Fguide',
  'GET /api/chat/tools',
  'GET /api/allowed-tools',
  'GET /api/connections',
  'GET /api/own-connections',
  'GET /api/session',
  'GET /api/spending',
  'GET /api/spending/own',
  'GET /api/account/identity',
  'GET /api/teams',
  'GET /api/shared',
]

/** Routes without ids that delete everything, import data or sign out. They are tested last. */
const ownChanges = [
  'DELETE /api/ratings/answers',
  'DELETE /api/ratings/votes',
  'DELETE /api/conversations?view=trash',
  'DELETE /api/assets/trash',
  'PUT /api/chat/tools/:name',
  'PUT /api/chat/summaries',
  'PUT /api/chat/defaults',
  'PUT /api/push/subscription',
  'DELETE /api/push/subscription',
  'PUT /api/memory',
  'DELETE /api/memory',
  'DELETE /api/allowed-tools/:allowedAs',
  'DELETE /api/sessions',
]

const ownChangeBody = {
  instructions: 'Be brief.',
  params: {},
  isOn: true,
  isDefault: true,
  isAutomatic: true,
  usdMax: 1,
  endpoint: 'https://push.example/browser',
  keys: { p256dh: 'abc', auth: 'abc' },
}

const forAdmins = [
  'GET /api/people',
  'POST /api/people',
  'GET /api/people/scim',
  'POST /api/people/scim',
  'DELETE /api/people/scim',
  'POST /api/people/invitations',
  'POST /api/people/invitations/:id/link',
  'DELETE /api/people/invitations/:id',
  'PATCH /api/people/:id',
  'GET /api/people/:id/chats',
  'GET /api/people/:id/chats/:chatId',
  'POST /api/people/:id/sign-out',
  'POST /api/people/:id/remove-second-factor',
  'POST /api/people/:id/delete',
  'POST /api/people/:id/keep',
  'POST /api/people/:id/hand-over',
  'PUT /api/people/settings',
  'GET /api/models/access',
  'PUT /api/models/access',
  'GET /api/models/aliases',
  'PUT /api/models/aliases',
  'DELETE /api/models/aliases/:name',
  'GET /api/spending/all',
  'GET /api/limits',
  'PUT /api/limits',
  'DELETE /api/limits/:id',
  'GET /api/audit',
  'GET /api/audit/export',
  'GET /api/settings',
  'PUT /api/settings/:name',
  'POST /api/settings/test-mail',
  'POST /api/settings/test-alert',
  'POST /api/settings/alert-secret',
  'GET /api/status',
  'POST /api/status/shrink',
  'POST /api/status/tasks/:id/cancel',
  'GET /api/bills/accounts',
  'PUT /api/models/defaults',
  'PATCH /api/models',
  'POST /api/models/known',
  'POST /api/model-files',
  'DELETE /api/model-files/:name',
  'POST /api/connections',
  'GET /api/connections/downloads',
  'DELETE /api/connections/downloads/:id',
  'GET /api/connections/:id/stored-models',
  'POST /api/connections/:id/stored-models/unload',
  'POST /api/connections/:id/stored-models/delete',
  'POST /api/connections/:id/downloads',
  'GET /api/connections/found',
  'POST /api/connections/test',
  'POST /api/connections/:id/test',
  'POST /api/connections/:id/word',
  'PATCH /api/connections/:id',
  'DELETE /api/connections/:id',
  'GET /api/web-apis',
  'GET /api/web-apis/:id/operations',
  'POST /api/web-apis',
  'PATCH /api/web-apis/:id',
  'POST /api/web-apis/:id/refresh',
  'DELETE /api/web-apis/:id',
  'GET /api/mcp-servers',
  'POST /api/mcp-servers',
  'PATCH /api/mcp-servers/:id',
  'GET /api/mcp-servers/offers',
  'POST /api/mcp-servers/:id/prompt',
  'POST /api/mcp-servers/:id/resource',
  'POST /api/mcp-servers/:id/refresh',
  'POST /api/mcp-servers/:id/sign-in',
  'POST /api/mcp-servers/signed-in',
  'DELETE /api/mcp-servers/:id',
  'PUT /api/python/packages/:name',
  'DELETE /api/python/packages/:name',
  'GET /api/networks',
  'PUT /api/networks/folder',
  'POST /api/networks/:id/download',
  'POST /api/networks/:id/pause',
  'PATCH /api/networks/:id',
  'PUT /api/networks/:id/files/:name',
  'DELETE /api/networks/:id',
  'POST /api/model-imports',
  'POST /api/model-imports/read',
  'POST /api/model-imports/:id/compare',
  'POST /api/model-imports/:id/refresh',
  'DELETE /api/model-imports/:id',
  // This route refuses everybody but the first account.
  'POST /api/password/remove',
]

/**
 * Routes that need no owner's id or have their own authentication. Other tests cover these routes.
 */
const elsewhere = [
  'GET /api/second-factor',
  'POST /api/second-factor',
  'POST /api/second-factor/setup',
  'POST /api/second-factor/recovery-codes',
  'POST /api/second-factor/remove',
  'GET /api/model-files',
  'GET /api/model-imports',
  // These routes return the server's own files or take random ids.
  'GET /api/voice',
  'GET /api/voice/:id/voices',
  'POST /api/voice/transcriptions',
  'POST /api/voice/speech',
  'GET /api/python',
  'GET /api/python/files/:name',
  'GET /api/scan-mats/:file',
  'GET /api/shapes/:id',
  'GET /api/shapes/:id/files/:name',
  'POST /api/shapes/:id/codes',
  'POST /api/session',
  'POST /api/session/code',
  'DELETE /api/session',
  'POST /api/session/oidc',
  'POST /api/session/passkey',
  'POST /api/session/passkey/options',
  'POST /api/passkeys',
  'POST /api/passkeys/options',
  'GET /api/session/oidc/callback',
  'POST /api/session/oidc/backchannel-logout',
  'DELETE /api/account/identity',
  'GET /api/session/confirmed',
  'POST /api/session/confirmed',
  'POST /api/session/confirmed/code',
  'PUT /api/password',
  'POST /api/account/delete',
  'POST /api/account/keep',
  'POST /api/invitation',
  'POST /api/invitation/accept',
  'POST /api/password-reset',
  'POST /api/password-reset/show',
  'POST /api/password-reset/accept',
  'POST /api/slicer-files',
  'GET /api/slicer-files/:token/:name',
  'GET /api/share/:token',
  'GET /api/share/:token/model',
  'GET /api/share/:token/thumbnail',
  'GET /api/shared-chats/:token',
  'GET /api/shared-chats/:token/export',
  'GET /api/shared-chats/:token/pictures/:id',
  'GET /api/shared-chats/:token/documents/:id',
  'GET /api/shared-chats/:token/models/:id',
  'GET /api/shared-chats/:token/models/:id/thumbnail',
  'POST /api/shared-chats/:token/continue',
  'POST /api/temporary-answers',
  'POST /api/import',
  'POST /api/assistants/import',
  'POST /api/documents',
  'POST /api/files',
  'POST /api/pictures',
  'POST /api/tasks',
  'POST /api/bills/price',
  'POST /api/assets',
  'GET /api/assets/download',
  'POST /api/library/archive',
  'POST /api/keys',
  'POST /api/own-connections',
  'POST /api/own-connections/test',
  'GET /api/changes',
  'GET /api/teams/people',
  'POST /api/teams',
  // Admins manage all teams, so a separate test covers these routes.
  'PATCH /api/teams/:id',
  'DELETE /api/teams/:id',
  'PUT /api/teams/:id/members/:userId',
  'DELETE /api/teams/:id/members/:userId',
]
const guardsOnly = /\/\*$|^(?:PATCH|DELETE|PUT|POST) \/api\/(?:people|keys|limits(?:\/:id)?)$/
const isListed = (route: string, list: readonly string[]) =>
  list.some((one) => one.replace(/\?.*$/, '') === route)

const withIds = (route: string, { of }: Probe, things: Record<string, string>) =>
  route
    .replace(id, things[of] ?? '')
    .replace(':assetId', things['asset'] ?? '')
    .replace(':documentId', things['document'] ?? '')
    .replace(':summaryId', things['summary'] ?? '')
    .replace(':index', '0')

async function join(name: string): Promise<Person> {
  const invited = await call('POST', '/api/people/invitations', {
    cookie: anna.cookie,
    body: { name, role: 'member' },
  })
  const { token } = (await invited.json()) as { token: string }
  const email = `${name.toLowerCase()}@example.net`
  const joined = await call('POST', '/api/invitation/accept', {
    body: { token, name, email, password: `${password} as well` },
  })
  const person = services.access.people.list().find((one) => one.email === email)
  return settle(person?.id ?? '', getCookie(joined))
}

const spend = ({ userId }: Person) =>
  asOwner(userId, () =>
    services.spending.spend({ amounts: { usd: 2, tokens: 0, models: 0, bytes: 0 } }),
  )

const tryInvite = async (name: string, email = 'new@example.com') => {
  const body = { name, email, role: 'member' }
  const answer = await call('POST', '/api/people/invitations', { cookie: anna.cookie, body })
  const { issues } = (await answer.json()) as { issues?: { path: string; message: string }[] }
  return [answer.status, issues?.[0]?.path]
}

const readOwnUse = async ({ cookie }: Person, query = '') =>
  (await call('GET', `/api/spending/own${query}`, { cookie })).text()

const ask = ({ key }: Person) =>
  call('POST', '/llm/chat/completions', {
    key,
    body: { model: 'bozzetto/guide', messages: [{ role: 'user', content: 'Hello' }] },
  })

const getState = async ({ cookie }: Person) =>
  (await (await call('GET', '/api/session', { cookie })).json()) as {
    person?: { deletesAt?: string }
  }

describe('two signed-in people and a signed-out stranger', () => {
  it('are tested with every route of /api', () => {
    const routes = app.routes
      .filter(({ method, path: at }) => method !== 'ALL' && /^\/api\/(?!v1\/)/.test(at))
      .map(({ method, path: at }) => `${method} ${at}`)
    const lists = [Object.keys(probes), ownOnly, ownChanges, forAdmins, elsewhere].flat()
    const unlisted = [...new Set(routes)].filter(
      (route) => !isListed(route, lists) && !guardsOnly.test(route),
    )
    expect(unlisted).toEqual([])
  })

  it.each(Object.entries(probes))('cannot access each other’s data at %s', async (route, probe) => {
    for (const [asker, other] of [
      [ben, anna],
      [anna, ben],
    ] as const) {
      const before = await getRows(other.userId)
      const [method = '', target = ''] = withIds(route, probe, other.things).split(' ')
      const body = probe.body?.(other.things)
      const response = await call(method, target, { cookie: asker.cookie, body })
      const text = await response.text()
      expect(`${response.status} ${text}`).toMatch(new RegExp(`^${probe.status ?? 404} `))
      expect(text).not.toContain(getSecret(other.userId))
      expect(await getRows(other.userId)).toEqual(before)
      expect((await call(method, target, { body })).status).toBe(401)
    }
  })

  it.each(ownOnly)('see only their own data at %s', async (route) => {
    const [method = '', target = ''] = route.replace(':provider', 'bozzetto').split(' ')
    for (const [asker, other] of [
      [ben, anna],
      [anna, ben],
    ] as const) {
      const response = await call(method, target, { cookie: asker.cookie })
      const text = await getWholeText(response)
      expect(`${response.status} ${text}`).toMatch(/^200 /)
      expect(text).not.toContain(getSecret(other.userId))
      for (const thing of Object.values(other.things)) expect(text).not.toContain(thing)
    }
  })

  it.each(forAdmins)('are refused at %s without the right', async (route) => {
    const [method = '', target = ''] = route.replace(/:\w+/, anna.things['key'] ?? '').split(' ')
    const body = method === 'GET' ? undefined : {}
    expect((await call(method, target, { cookie: ben.cookie, body })).status).toBe(403)
    expect((await call(method, target, { body })).status).toBe(401)
  })

  it('cannot access each other’s data with an API key at any path of /openapi.json', async () => {
    const before = await getRows('owner')
    const { task, asset, file } = anna.things
    for (const operation of operations) {
      for (const thing of [task, asset, file]) {
        const target = operation.path
          .replaceAll(/\{(?:id|request_id|task_id|name)\}/g, thing ?? '')
          .replaceAll(/\{[^}]+\}/g, 'local/image-to-3d')
        const method = operation.method.toUpperCase()
        const body = method === 'GET' ? undefined : (operation.example ?? {})
        if (body && !target.includes(thing ?? '-')) continue
        const answer = await call(method, target, { key: ben.key, body })
        expect(`${method} ${target} ${await answer.text()}`).not.toContain(getSecret('owner'))
        const strangers = await call(method, target, { body })
        expect(strangers.status === 401 || operation.isOpen).toBe(true)
      }
    }
    expect(await getRows('owner')).toEqual(before)
    const own = await call('GET', `/model/v1/generation/task/${ben.things['task']}`, {
      key: ben.key,
    })
    expect(own.status).toBe(200)
    const hers = await call('GET', `/model/v1/generation/task/${task}`, { key: ben.key })
    const nobodys = await call('GET', `/model/v1/generation/task/${newId()}`, { key: ben.key })
    expect(hers.status).toBe(nobodys.status)
  })

  it('may use equal bytes, commands and ids independently', async () => {
    const bytes = new Uint8Array(await png('#123456'))
    const [first, second] = await Promise.all(
      [anna, ben].map(({ cookie }) => call('POST', '/api/files?name=a.png', { cookie, bytes })),
    )
    const [hers, his] = await Promise.all(
      [first, second].map(async (one) => (await one?.json()) as { id: string; name: string }),
    )
    expect(first?.status).toBe(second?.status)
    expect(hers?.id).not.toBe(his?.id)
    await call('POST', '/api/files?name=b.png', { cookie: ben.cookie, bytes })
    const again = await call('GET', `/api/files/${hers?.id}`, { cookie: anna.cookie })
    expect(((await again.json()) as { name: string }).name).toBe('a.png')
  })

  it('cannot follow, stop or decide about each other’s running answers', async () => {
    const run = `/api/runs/${anna.things['run']}`
    const live = await call('GET', `${run}/events?once=1`, { cookie: anna.cookie })
    expect(live.status).toBe(200)
    await live.text()
    const { cookie } = ben
    expect((await call('GET', `${run}/events`, { cookie })).status).toBe(404)
    expect((await call('POST', `${run}/stop`, { cookie })).status).toBe(404)
    const decided = await call('POST', `${run}/tool-calls/0`, { cookie, body: { isAllowed: true } })
    expect(decided.status).toBe(404)
    const body = { questionId: newId(), action: 'decline' }
    expect((await call('POST', `${run}/tool-calls/0/answer`, { cookie, body })).status).toBe(404)
    const now = await call('GET', run, { cookie: anna.cookie })
    expect(((await now.json()) as { run: { status: string } }).run.status).toBe('waiting')
  })

  it('are notified only about chats that they can see', async () => {
    const heard: (string | undefined)[] = []
    const stop = await asOwner(ben.userId, () =>
      services.changes.listen((topic, at) => heard.push(`${topic} ${at}`)),
    )
    await rename(anna)
    await rename(ben)
    stop()
    expect(heard).toEqual([`chats ${ben.things['conversation']}`])
  })

  it('keep their data when the other deletes everything or signs out', async () => {
    const before = await getRows('owner')
    const [tool] = services.toolbox.list()
    for (const route of ownChanges) {
      const [method = '', target = ''] = route.replace(':name', tool?.name ?? '').split(' ')
      const body = method === 'PUT' ? ownChangeBody : undefined
      const response = await call(method, target, { cookie: ben.cookie, body })
      expect(`${route} ${response.ok}`).toBe(`${route} true`)
    }
    expect(await getRows('owner')).toEqual(before)
    expect((await call('GET', '/api/folders', { cookie: anna.cookie })).status).toBe(200)
  })

  it('are signed out immediately, with their API keys, when an admin disables them, and can sign in again later', async () => {
    const person = `/api/people/${ben.userId}`
    const asBen = async () => [
      (await call('GET', '/api/folders', { cookie: ben.cookie })).status,
      (await call('GET', '/llm/models', { key: ben.key })).status,
    ]
    expect(await asBen()).toEqual([200, 200])
    const turn = (isOff: boolean) => call('PATCH', person, { cookie: anna.cookie, body: { isOff } })
    expect((await turn(true)).status).toBe(200)
    expect(await asBen()).toEqual([401, 401])
    const signIn = () =>
      call('POST', '/api/session', {
        body: { email: 'Ben@example.com', password: `${password} too` },
      })
    expect((await signIn()).status).toBe(401)
    await turn(false)
    const back = await signIn()
    expect(back.status).toBe(204)
    ben.cookie = getCookie(back)
    expect(await asBen()).toEqual([200, 200])
    expect((await call('POST', `${person}/sign-out`, { cookie: anna.cookie })).status).toBe(204)
    expect(await asBen()).toEqual([401, 200])
  })

  it('cannot disable the first account, and sign in only with an email address and its password', async () => {
    const off = await call('PATCH', '/api/people/owner', {
      cookie: anna.cookie,
      body: { isOff: true },
    })
    expect(off.status).toBe(409)
    expect((await call('POST', '/api/session', { body: { password } })).status).toBe(401)
    const right = { email: 'anna@example.com', password }
    expect((await call('POST', '/api/session', { body: right })).status).toBe(204)
    const wrong = { email: 'nobody@example.com', password }
    const refused = await call('POST', '/api/session', { body: wrong })
    const [known, unknown] = await Promise.all(
      [await call('POST', '/api/session', { body: { ...right, password: 'x' } }), refused].map(
        async (one) => ((await one.json()) as { message: string }).message,
      ),
    )
    expect(known).toBe(unknown)
  })

  it('can use an invitation only once', async () => {
    const invited = await call('POST', '/api/people/invitations', {
      cookie: anna.cookie,
      body: { name: 'Cleo', role: 'member' },
    })
    const { token } = (await invited.json()) as { token: string }
    const request = { token, name: 'Cleo', email: 'cleo@example.com', password: `${password} me` }
    const accept = (more = {}) =>
      call('POST', '/api/invitation/accept', { body: { ...request, ...more } })
    expect((await accept({ email: 'ben@example.com' })).status).toBe(409)
    expect((await accept({ password: 'password12' })).status).toBe(400)
    const both = await Promise.all([accept(), accept({ email: 'dora@example.com' })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect((await call('POST', '/api/invitation', { body: { token } })).status).toBe(404)
    const stored = await asServer(() => store.db.select().from(schema.users))
    expect(stored).toHaveLength(3)
  })

  it('receive the name of an invalid field, and cannot use invisible characters in a name', async () => {
    expect(await tryInvite('Fay', 'nowhere')).toEqual([400, 'email'])
    expect(await tryInvite('Fay', 'Ben@example.com')).toEqual([409, 'email'])
    for (const name of ['  ', '\u200B', '\u202Enimda', 'x'.repeat(81)]) {
      expect([name, ...(await tryInvite(name))]).toEqual([name, 400, 'name'])
    }
    for (const name of ['\u0646\u0627\u0645', '<b>Fay</b>', '\u{1F469}\u200D\u{1F3A8}']) {
      expect([name, ...(await tryInvite(name))]).toEqual([name, 201, undefined])
    }
  })

  it('may request and cancel their own deletion, except the first account', async () => {
    const eve = await join('Eve')
    const { cookie } = eve
    expect((await call('POST', '/api/account/keep', { cookie })).status).toBe(409)
    expect((await call('POST', '/api/account/delete', { cookie })).status).toBe(200)
    const days =
      (Date.parse((await getState(eve)).person?.deletesAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 2)
    expect((await call('POST', '/api/account/keep', { cookie })).status).toBe(200)
    expect((await getState(eve)).person).not.toHaveProperty('deletesAt')
    const first = await call('POST', '/api/account/delete', { cookie: anna.cookie })
    expect(first.status).toBe(409)
  })

  it('can transfer their data, with separate names, bytes and commands for the new owner', async () => {
    const finn = await join('Finn')
    await asOwner(finn.userId, () => ensureIndexed(store, finn.things['document'] ?? ''))
    const before = await getRows('owner')
    const target = `/api/people/${finn.userId}/hand-over`
    const { cookie } = anna
    const give = async (to: string) => (await call('POST', target, { cookie, body: { to } })).status
    expect(await give('nobody')).toBe(404)
    // Transferring chats of an active person would bypass the notice about reading chats.
    expect(await give('owner')).toBe(409)
    await services.access.people.change(finn.userId, { isOff: true })
    expect(await give('owner')).toBe(204)
    const handedOver = (await services.audit.list({ limit: 20 })).filter(
      ({ kind }) => kind === 'person_handed_over',
    )
    expect(handedOver).toMatchObject([
      { subject: 'finn@example.net to anna@example.com', actor: expect.stringMatching(/^anna@/) },
    ])
    await services.access.people.change(finn.userId, { isOff: false })
    const both = { email: 'finn@example.net', password: `${password} as well` }
    finn.cookie = getCookie(await call('POST', '/api/session', { body: both }))
    const left = Object.entries(await getRows(finn.userId)).filter(([, rows]) => rows.length > 0)
    expect(left.map(([table]) => table).toSorted()).toEqual([
      'allowed_tools',
      'api_keys',
      'memories',
      'schedule_runs',
      'schedules',
      // Usage is not transferred, so rows of this table may still name the person.
      'usage_days',
    ])
    const { conversation, asset, file, document } = finn.things
    for (const at of [`conversations/${conversation}`, `assets/${asset}`, `files/${file}`]) {
      expect((await call('GET', `/api/${at}`, { cookie })).status).toBe(200)
      expect((await call('GET', `/api/${at}`, { cookie: finn.cookie })).status).toBe(404)
    }
    expect((await call('GET', `/api/documents/${document}`, { cookie })).status).toBe(200)
    const indexes = await asOwner('owner', () => listIndexes(store, [document ?? '']))
    expect(indexes).toHaveLength(1)
    const after = await getRows('owner')
    for (const [table, rows] of Object.entries(before)) {
      expect(after[table]).toEqual(expect.arrayContaining(rows))
    }
  })

  it('are deleted with all their data, and nothing else, a week after an admin’s request', async () => {
    const gina = await join('Gina')
    const { cookie } = anna
    const person = `/api/people/${gina.userId}`
    const askGina = async () => (await call('GET', '/api/folders', { cookie: gina.cookie })).status
    expect((await call('POST', `${person}/delete`, { cookie })).status).toBe(200)
    expect(await askGina()).toBe(401)
    expect(await services.access.people.deleteDue()).toEqual([])
    expect((await call('POST', `${person}/keep`, { cookie })).status).toBe(200)
    const back = await call('POST', '/api/session', {
      body: { email: 'gina@example.net', password: `${password} as well` },
    })
    expect(back.status).toBe(204)

    await asOwner(gina.userId, () =>
      services.spending.spend({ amounts: { usd: 1, tokens: 0, models: 0, bytes: 0 } }),
    )
    await services.spending.flush()
    await call('POST', `${person}/delete`, { cookie })
    await store.db
      .update(schema.users)
      .set({ deleteAt: new Date(Date.now() - 1) })
      .where(eq(schema.users.id, gina.userId))
    await services.access.readAgain()
    const before = await getRows('owner')
    expect(await services.access.people.deleteDue()).toEqual([gina.userId])
    const left = Object.entries(await getRows(gina.userId)).filter(([, rows]) => rows.length > 0)
    expect(left.map(([table]) => table)).toEqual(['usage_days'])
    expect(await getRows('owner')).toEqual(before)
    expect(services.access.people.find(gina.userId)).toBeUndefined()
    const used = await call('GET', '/api/spending/all', { cookie })
    const { people } = (await used.json()) as { people: { id: string; name?: string }[] }
    const hers = people.find(({ id: one }) => one === gina.userId)
    expect(hers).toMatchObject({ usd: 1 })
    expect(hers).not.toHaveProperty('name')
    expect((await call('GET', '/llm/models', { key: gina.key })).status).toBe(401)
  })

  it('have rows only in tables that are transferred or stay with the person on purpose', () => {
    const stays = [
      schema.answerRatings,
      schema.comparisonVotes,
      schema.scheduleRuns,
      schema.schedules,
      schema.slicerFiles,
      schema.chatPermissions,
      schema.webhookDeliveries,
      schema.memories,
      schema.memorySettings,
      schema.allowedTools,
      schema.toolDefaults,
      schema.chatDefaults,
      schema.summarySettings,
      schema.pushSubscriptions,
      schema.webhookSecrets,
      schema.apiKeys,
    ]
    expect([...handedOverTables, ...stays].map(getTableName).toSorted()).toEqual(
      personalTables.map(getTableName).toSorted(),
    )
  })

  it('have rows only in tables that the deletion of a person covers, except purchases and usage_days', () => {
    const owned = Object.values(schema).filter(
      (one) => is(one, Table) && 'ownerId' in getTableColumns(one),
    ) as Table[]
    const outliving = ['purchases', 'usage_days']
    expect([...personalTables.map(getTableName), ...outliving].toSorted()).toEqual(
      owned.map(getTableName).toSorted(),
    )
  })

  it('can use chats and models that others share with them until the grant is revoked, while strangers cannot', async () => {
    const [nora, oskar, paul] = [await join('Nora'), await join('Oskar'), await join('Paul')]
    const { conversation, asset, file, run, answer, document, folder: folderId } = nora.things
    const chat = `/api/conversations/${conversation}`
    const model = `/api/assets/${asset}`
    const inside = [chat, `/api/runs/${run}`, `/api/files/${file}`, `/api/documents/${document}`]
    const statuses = async ({ cookie }: Person, paths: readonly string[]) =>
      Promise.all(paths.map(async (at) => (await call('GET', at, { cookie })).status))
    const tell = async (person: Person) =>
      (await call('GET', '/api/shared', { cookie: person.cookie })).text()
    const share = async (at: string, body: object, cookie = nora.cookie) =>
      call('PUT', `${at}/access`, { cookie, body })

    const given = await share(chat, { userId: oskar.userId, role: 'viewer' })
    expect(given.status).toBe(200)
    const { id: grantId } = (await given.json()) as { id: string }
    expect(await statuses(oskar, inside)).toEqual([200, 200, 200, 200])
    expect(await statuses(paul, inside)).toEqual([404, 404, 404, 404])
    // A grant does not include related objects, and cannot be passed on.
    const beside = [model, `/api/folders/${folderId}/knowledge`, `${chat}/access`]
    expect(await statuses(oskar, beside)).toEqual([404, 404, 404])
    expect(await tell(oskar)).toContain(`"from":"Nora"`)
    const taken = await getWholeText(await call('GET', '/api/own-data', { cookie: oskar.cookie }))
    expect(taken).toContain(getSecret(oskar.userId))
    expect(taken).not.toContain(getSecret(nora.userId))
    expect(await tell(paul)).toBe('{"chats":[],"models":[]}')
    const change = async ({ cookie }: Person, body: object) =>
      (await call('PATCH', chat, { cookie, body })).status
    expect(await change(oskar, { title: 'Ours' })).toBe(403)
    expect((await call('DELETE', chat, { cookie: oskar.cookie })).status).toBe(404)

    await share(chat, { userId: oskar.userId, role: 'editor' })
    expect(await change(oskar, { title: 'Ours' })).toBe(200)
    expect(await change(oskar, { isArchived: true })).toBe(403)
    expect(await change(paul, { title: 'Mine' })).toBe(404)
    const heard: string[] = []
    const stop = await Promise.all(
      [oskar, paul].map(({ userId }) =>
        asOwner(userId, () =>
          services.changes.listen((topic, at) => heard.push(`${userId} ${topic} ${at}`)),
        ),
      ),
    )
    const asked = await call('POST', `${chat}/runs`, {
      cookie: oskar.cookie,
      body: {
        runId: newId(),
        answerId: newId(),
        modelId: 'bozzetto/guide',
        parentId: answer,
        question: { id: newId(), text: 'What can you do?' },
      },
    })
    expect(await asked.text()).toContain('completed')
    await vi.waitFor(() => expect(heard).toContain(`${oskar.userId} chats ${conversation}`))
    expect(heard.filter((one) => one.startsWith(paul.userId))).toEqual([])
    stop.forEach((end) => end())

    const made = await call('POST', '/api/teams', {
      cookie: anna.cookie,
      body: { name: 'Carvers' },
    })
    const { id: teamId } = (await made.json()) as { id: string }
    expect((await share(model, { teamId, role: 'viewer' })).status).toBe(404)
    for (const { userId } of [nora, paul]) {
      const body = { role: 'viewer' }
      await call('PUT', `/api/teams/${teamId}/members/${userId}`, { cookie: anna.cookie, body })
    }
    expect((await share(model, { teamId, role: 'viewer' })).status).toBe(200)
    const parts = [model, `${model}/model`, `/api/files/${file}`]
    expect(await statuses(paul, parts)).toEqual([200, 200, 200])
    expect(await statuses(oskar, [model])).toEqual([404])
    expect(await tell(paul)).toContain(asset)
    await call('DELETE', `/api/teams/${teamId}/members/${paul.userId}`, { cookie: anna.cookie })
    expect(await statuses(paul, parts)).toEqual([404, 404, 404])

    const { cookie } = nora
    expect((await call('DELETE', `${chat}/access/${grantId}`, { cookie })).status).toBe(204)
    expect(await statuses(oskar, inside)).toEqual([404, 404, 404, 404])
    expect(await tell(oskar)).toBe('{"chats":[],"models":[]}')
  })

  it('can use only the models that an admin allows', async () => {
    const [quin, rosa] = [await join('Quin'), await join('Rosa')]
    const target = 'local/image-to-3d'
    const set = (rule: object) =>
      call('PUT', '/api/models/access', {
        cookie: anna.cookie,
        body: { target, isForAll: false, userIds: [quin.userId], teamIds: [], ...rule },
      })
    expect((await set({})).status).toBe(200)
    const seenBy = async ({ cookie, key, things }: Person) => {
      const body = { model: target, input: [{ params: { file: { file_token: things['file'] } } }] }
      const task = {
        id: newId(),
        modelId: target,
        params: { file: { file_token: things['file'], type: 'png' } },
      }
      const made = await call('POST', '/api/tasks', { cookie, body: task })
      const listed = await (await call('GET', '/api/models', { cookie })).text()
      const ordered = await call('POST', '/model/v1/generation/precharge', { key, body })
      return [made.ok, listed.includes(target), (await ordered.text()).includes('You cannot use')]
    }
    expect(await seenBy(quin)).toEqual([true, true, false])
    expect(await seenBy(rosa)).toEqual([false, false, true])
    // The rule matches the exact name of a connection, not a prefix.
    await set({ isForAll: true })
    await set({ target: 'bozzetto' })
    expect((await ask(quin)).status).toBe(200)
    expect((await ask(rosa)).status).toBe(404)
    await set({ target: 'bozzetto', isForAll: true })
    expect((await ask(rosa)).status).toBe(200)
  })

  it('have chats that admins can read only while everybody is notified, and each reading is logged', async () => {
    const [olga, pia] = [await join('Olga'), await join('Pia')]
    const chats = `/api/people/${olga.userId}/chats`
    const one = `${chats}/${olga.things['conversation']}`
    const tell = async ({ cookie }: Person) => (await call('GET', '/api/shared', { cookie })).json()
    const read = async (target: string, { cookie }: Person) => {
      const answer = await call('GET', target, { cookie })
      return [answer.status, (await answer.text()).includes(getSecret(olga.userId))]
    }
    const events = async (wanted = 'chat_read') => {
      const answer = await call('GET', '/api/audit', { cookie: anna.cookie })
      const page = (await answer.json()) as { events: { kind: string; subject: string }[] }
      return page.events.filter(({ kind }) => kind === wanted)
    }
    const setTo = (adminsReadChats: boolean) =>
      call('PUT', '/api/people/settings', {
        cookie: anna.cookie,
        body: { membersMakeTeams: false, membersConnect: false, adminsReadChats },
      })
    expect(await read(chats, anna)).toEqual([403, false])
    expect(await read(one, anna)).toEqual([403, false])
    expect(await tell(olga)).not.toHaveProperty('adminsReadChats')
    const heard: string[] = []
    const stop = await asOwner(olga.userId, () =>
      services.changes.listen((topic) => heard.push(topic)),
    )
    expect((await setTo(true)).status).toBe(200)
    expect(heard).toContain('chats')
    stop()
    expect(await tell(olga)).toMatchObject({ adminsReadChats: true })
    expect(await read(chats, anna)).toEqual([200, true])
    expect(await read(one, anna)).toEqual([200, true])
    expect(await read(one, anna)).toEqual([200, true])
    const subject = `olga@example.net: chat ${olga.things['conversation']}`
    const actor = expect.stringContaining('anna@example.com')
    expect(await events()).toMatchObject([
      { subject, actor, count: 1 },
      { subject, actor, count: 1 },
    ])
    expect(await read(chats, pia)).toEqual([403, false])
    expect(await read(one, pia)).toEqual([403, false])
    expect(await read(`${chats}/${pia.things['conversation']}`, anna)).toEqual([404, false])
    expect(await read(`/api/people/${newId()}/chats`, anna)).toEqual([404, false])
    expect(await events()).toHaveLength(2)
    expect(
      (await call('GET', `/api/conversations/${olga.things['conversation']}`, anna)).status,
    ).toBe(404)
    await setTo(false)
    expect(await read(one, anna)).toEqual([403, false])
    const changes = await events('people_settings_changed')
    expect(changes.slice(0, 2).map((event) => event.subject)).toEqual([
      'Admins can no longer read everyone’s chats',
      'Admins can read everyone’s chats',
    ])
  })

  it('see no team of others and manage only teams that they own', async () => {
    const [ida, jon, kim] = [await join('Ida'), await join('Jon'), await join('Kim')]
    expect(
      (await call('POST', '/api/teams', { cookie: ida.cookie, body: { name: 'A' } })).status,
    ).toBe(403)
    const body = { membersMakeTeams: true, membersConnect: false }
    expect((await call('PUT', '/api/people/settings', { cookie: anna.cookie, body })).status).toBe(
      200,
    )
    const made = await call('POST', '/api/teams', { cookie: ida.cookie, body: { name: 'Artists' } })
    const team = `/api/teams/${((await made.json()) as { id: string }).id}`
    const listTeamNames = async ({ cookie }: Person) =>
      (await call('GET', '/api/teams', { cookie })).text()
    const change = async ({ cookie }: Person) => [
      (await call('PATCH', team, { cookie, body: { name: 'Artists' } })).status,
      (await call('PUT', `${team}/members/${jon.userId}`, { cookie, body: { role: 'viewer' } }))
        .status,
      (await call('DELETE', `${team}/members/${kim.userId}`, { cookie })).status,
    ]
    expect(await listTeamNames(ida)).toContain('Artists')
    expect(await listTeamNames(kim)).not.toContain('Artists')
    expect(await change(kim)).toEqual([404, 404, 404])
    expect((await call('DELETE', team, { cookie: kim.cookie })).status).toBe(404)
    expect(await change(ida)).toEqual([200, 200, 404])
    expect(await listTeamNames(jon)).toContain('Artists')
    expect(await change(jon)).toEqual([403, 403, 403])
    expect((await call('DELETE', team, { cookie: jon.cookie })).status).toBe(403)
    // Everybody may leave a team, except the last owner.
    expect(
      (await call('DELETE', `${team}/members/${ida.userId}`, { cookie: ida.cookie })).status,
    ).toBe(409)
    expect(
      (await call('DELETE', `${team}/members/${jon.userId}`, { cookie: jon.cookie })).status,
    ).toBe(204)
    expect(await listTeamNames(jon)).not.toContain('Artists')
    await services.access.readAgain()
    expect(await listTeamNames(ida)).toContain('Artists')
    expect(await change(anna)).toEqual([200, 200, 404])
    // Names of teams are unique. The error message must not reveal other teams.
    const makeAnother = async ({ cookie }: Person) =>
      (await call('POST', '/api/teams', { cookie, body: { name: 'artists' } })).status
    expect([await makeAnother(ida), await makeAnother(anna)]).toEqual([409, 409])
    expect(await makeAnother(kim)).toBe(201)
    expect((await call('DELETE', team, { cookie: ida.cookie })).status).toBe(204)
  })

  it('are stopped together by the spending limit of their team', async () => {
    const [lea, max] = [await join('Lea'), await join('Max')]
    const { cookie } = anna
    const made = await call('POST', '/api/teams', { cookie, body: { name: 'Sculptors' } })
    const { id: subject } = (await made.json()) as { id: string }
    for (const { userId } of [lea, max]) {
      const body = { role: 'editor' }
      await call('PUT', `/api/teams/${subject}/members/${userId}`, { cookie, body })
    }
    const limit = { scope: 'team', subject, measure: 'usd', period: 'day', amount: 3 }
    expect((await call('PUT', '/api/limits', { cookie, body: limit })).status).toBe(200)
    await spend(lea)
    await expect(spend(max)).rejects.toThrow('of your team’s limit of $3.00 a day')
    await spend(ben)
    const told = await call('GET', '/api/spending', { cookie: max.cookie })
    expect(await told.json()).toMatchObject({ limits: [{ name: 'Sculptors', used: 2 }] })
    await call('DELETE', `/api/teams/${subject}`, { cookie })
    await spend(max)
  })

  it('see only their own usage of a limit for everyone', async () => {
    await call('PUT', '/api/limits', {
      cookie: anna.cookie,
      body: { scope: 'everyone', measure: 'models', period: 'month', amount: 3 },
    })
    const hal = await join('Hal')
    const body = {
      id: newId(),
      modelId: 'local/image-to-3d',
      params: { file: { type: 'png', file_token: hal.things['file'] } },
    }
    const made = await call('POST', '/api/tasks', { cookie: hal.cookie, body })
    expect(made.status).toBe(201)
    const stateFor = async ({ cookie }: Person) => {
      const answer = await call('GET', '/api/spending', { cookie })
      const { limits } = (await answer.json()) as { limits: { used: number; reserved: number }[] }
      return limits.map(({ used, reserved }) => used + reserved)
    }
    expect(await stateFor(hal)).toEqual([1])
    expect(await stateFor(anna)).toEqual([0])
    await vi.waitFor(async () => {
      const task = await call('GET', `/api/tasks/${body.id}`, { cookie: hal.cookie })
      expect(await task.json()).toMatchObject({ status: 'failed' })
    })
    const rows = await asOwner(hal.userId, () => store.db.select().from(schema.purchases))
    expect(rows).toEqual([])
    expect(await stateFor(hal)).toEqual([0])
  })

  it('see all their own usage, also as CSV, and nobody else’s', async () => {
    const [xena, yuri] = [await join('Xena'), await join('Yuri')]
    await spend(xena)
    const own = JSON.parse(await readOwnUse(xena)) as { total: object; people: { id: string }[] }
    expect(own).toMatchObject({ total: { usd: 2 }, people: [{ id: xena.userId }] })
    expect(JSON.parse(await readOwnUse(yuri))).toMatchObject({ total: { usd: 0 } })
    const lines = (await readOwnUse(xena, '?format=csv')).trim().split('\r\n')
    expect(lines.map((line) => line.split(',')[1])).toContain('Xena')
    expect(lines.join()).not.toMatch(/Yuri|Anna|Ben/)
  })

  it('export all their data in one archive, which can be imported', async () => {
    const vera = await join('Vera')
    const { cookie, things, userId, key } = vera
    const glb = new Uint8Array(tinyGlb('Vera'))
    const made = await call('POST', '/api/assets?name=Vase', { cookie, bytes: glb })
    const { id: vase } = (await made.json()) as { id: string }
    const removeModel = (asset = '') =>
      asOwner(userId, () => store.db.delete(schema.assets).where(eq(schema.assets.id, asset)))
    // The stored bytes are not a valid model, so an import would report them.
    await removeModel(things['asset'])
    const get = () => call('GET', '/api/own-data', { cookie })
    const archive = new Uint8Array(await (await get()).arrayBuffer())
    const text = await getWholeText(await get())
    const mark = getSecret(userId)
    const inTexts = [
      'README.md\n# Your data',
      `markdown/${mark}.md\n# ${mark}`,
      `"name": "Vera"`,
      `"note":"${mark}"`,
      `"instructions":"${mark}"`,
      `"name":"Vase"`,
      'usage.csv\nday,model,key,usd',
    ]
    for (const one of inTexts) expect(text).toContain(one)
    for (const of of [
      'conversation',
      'document',
      'file',
      'task',
      'folder',
      'memory',
      'assistant',
      'prompt',
    ])
      expect(text).toContain(things[of])
    const secrets = [key, `sk-of-${mark}`, password, things['share'] ?? '', `passkey-${userId}`]
    for (const secret of secrets) expect(text).not.toContain(secret)

    const { conversation } = things
    await call('DELETE', `/api/conversations/${conversation}?forever=1`, { cookie })
    await removeModel(vase)
    const chats = await call('POST', '/api/import', { cookie, bytes: archive })
    expect(await chats.json()).toMatchObject({ conversations: 1, messages: 2, problems: [] })
    const library = await call('POST', '/api/library/archive', { cookie, bytes: archive })
    expect(await library.json()).toMatchObject({ added: 1 })
    const back = await call('GET', `/api/conversations/${conversation}`, { cookie })
    expect(await back.text()).toContain(mark)
    expect((await call('GET', `/api/assets/${vase}/model`, { cookie })).status).toBe(200)
  })

  it('share an assistant with a team, which can use it but not change it, until the sharing ends', async () => {
    const [amy, bob, cleo] = [await join('Amy'), await join('Bob'), await join('Cleo')]
    const made = await call('POST', '/api/teams', { cookie: anna.cookie, body: { name: 'Kiln' } })
    const { id: teamId } = (await made.json()) as { id: string }
    const member = (userId: string) => `/api/teams/${teamId}/members/${userId}`
    const setMember = (userId: string, role = 'editor') =>
      call('PUT', member(userId), { cookie: anna.cookie, body: { role } })
    await setMember(amy.userId)
    await setMember(bob.userId)
    const assistantId = newId()
    const body = {
      name: 'Glazes',
      description: '',
      settings: { systemPrompt: 'Amy’s rules' },
      starters: [],
      modelId: 'bozzetto/guide',
      folderId: amy.things['folder'],
      teamId,
    }
    const target = `/api/assistants/${assistantId}`
    expect((await call('PUT', target, { cookie: amy.cookie, body })).status).toBe(200)
    const wrong = await call('PUT', `/api/assistants/${newId()}`, {
      cookie: cleo.cookie,
      body: { ...body, folderId: undefined },
    })
    expect(wrong.status).toBe(400)

    const list = async ({ cookie }: Person) => {
      const { assistants } = (await (await call('GET', '/api/assistants', { cookie })).json()) as {
        assistants: { id: string; from?: string; folderId?: string }[]
      }
      return assistants.find((one) => one.id === assistantId)
    }
    const models = async ({ key }: Person) =>
      (
        await call('GET', '/llm/models', {
          key,
        })
      ).text()
    expect(await list(bob)).toMatchObject({ from: 'Amy' })
    expect(await list(bob)).not.toHaveProperty('folderId')
    expect(await models(bob)).toContain(`assistant/${assistantId}`)
    expect(await list(cleo)).toBeUndefined()
    expect(await models(cleo)).not.toContain(assistantId)
    const askIt = ({ key }: Person) =>
      call('POST', '/llm/chat/completions', {
        key,
        body: { model: `assistant/${assistantId}`, messages: [{ role: 'user', content: 'Hello' }] },
      })
    expect((await askIt(bob)).status).toBe(200)
    expect((await askIt(cleo)).status).toBe(404)
    for (const [method, address] of [
      ['PUT', target],
      ['DELETE', target],
      ['GET', `${target}/file`],
    ] as const) {
      const taken = { ...body, name: 'Taken', folderId: undefined }
      const { status } = await call(method, address, {
        cookie: bob.cookie,
        ...(method === 'PUT' && { body: taken }),
      })
      expect([method, status]).toEqual([method, 404])
    }

    await call('DELETE', member(bob.userId), { cookie: anna.cookie })
    expect(await list(bob)).toBeUndefined()
    expect((await askIt(bob)).status).toBe(404)
    await setMember(bob.userId)
    expect(await list(bob)).toBeDefined()
    // A shared assistant pauses with the account of its owner and ends with the owner's membership.
    await services.access.people.change(amy.userId, { isOff: true })
    expect(await list(bob)).toBeUndefined()
    await services.access.people.change(amy.userId, { isOff: false })
    expect(await list(bob)).toBeDefined()
    await call('DELETE', member(amy.userId), { cookie: anna.cookie })
    expect(await list(bob)).toBeUndefined()
  })

  it('connect services for themselves and their teams, which nobody else can see or use', async () => {
    const [uma, vic, wim] = [await join('Uma'), await join('Vic'), await join('Wim')]
    const get = async (target: string, { cookie }: Person) =>
      (await call('GET', target, { cookie })).text()
    const askFor = async (modelId: string, { key }: Person) => {
      const body = { model: modelId, messages: [{ role: 'user', content: 'Hello' }] }
      const answer = await call('POST', '/llm/chat/completions', { key, body })
      return `${answer.status} ${await answer.text()}`
    }
    const hers = `${uma.things['connection']}/talker-1`
    expect(await get('/api/models', uma)).toContain(hers)
    expect(await askFor(hers, uma)).toContain(`sk-of-${getSecret(uma.userId)}`)
    // Each person has a connection with this name, so the name is not ambiguous.
    expect(await askFor('talker-1', vic)).toContain(`sk-of-${getSecret(vic.userId)}`)
    for (const other of [vic, anna]) {
      expect(await get('/api/models', other)).not.toContain(hers)
      expect(await get('/api/connections', other)).not.toContain(uma.things['connection'])
      const refusal = await askFor(hers, other)
      expect(refusal).toMatch(/^404 /)
      const none = hers.replace(/-\w+\//, '-000000/')
      expect(refusal.replaceAll(hers, '')).toBe((await askFor(none, other)).replaceAll(none, ''))
    }
    const managed = `/api/connections/${uma.things['connection']}`
    const taken = { cookie: anna.cookie, body: { isOn: false } }
    expect((await call('PATCH', managed, taken)).status).toBe(404)

    // By default members may connect nothing. With the setting, members may connect known services.
    const connect = async ({ cookie }: Person, body: object) =>
      (await call('POST', '/api/own-connections', { cookie, body })).status
    const known = { kind: 'openai', secrets: { key: 'sk-own' } }
    expect(await connect(uma, known)).toBe(403)
    const body = { membersMakeTeams: false, membersConnect: true }
    await call('PUT', '/api/people/settings', { cookie: anna.cookie, body })
    expect(await connect(uma, { ...known, address: 'http://127.0.0.1:1/v1' })).toBe(403)
    expect(await connect(uma, createService('Inside'))).toBe(403)
    expect(await connect(uma, known)).toBe(201)
    const listed = await get('/api/own-connections', uma)
    expect(listed).toContain('"kind":"openai"')
    expect(listed).not.toContain('sk-own')
    const { connections } = JSON.parse(listed) as { connections: { id: string; kind: string }[] }
    const added = connections.find(({ kind }) => kind === 'openai')?.id ?? ''
    // A service with several servers. Members may choose only among these servers.
    const tripo = { kind: 'tripo', secrets: { key: 'tsk_own' } }
    const china = await call('POST', '/api/own-connections', {
      cookie: uma.cookie,
      body: { ...tripo, address: 'https://openapi.tripo3d.com/v3' },
    })
    expect(china.status).toBe(201)
    const { id: chinaId } = (await china.json()) as { id: string }
    await call('DELETE', `/api/own-connections/${chinaId}`, { cookie: uma.cookie })
    expect(await connect(uma, { ...tripo, address: 'https://tripo.example/v3' })).toBe(403)
    expect(listed).toContain('"address":"https://openapi.tripo3d.com/v3"')
    expect(listed).toContain('"isClosed":true')
    // The connection is removed, because tests must send no requests to external services.
    await call('DELETE', `/api/own-connections/${added}`, { cookie: uma.cookie })

    const made = await call('POST', '/api/teams', {
      cookie: anna.cookie,
      body: { name: 'Talkers' },
    })
    const { id: teamId } = (await made.json()) as { id: string }
    const member = async ({ userId }: Person, role?: string) =>
      call(role === undefined ? 'DELETE' : 'PUT', `/api/teams/${teamId}/members/${userId}`, {
        cookie: anna.cookie,
        ...(role !== undefined && { body: { role } }),
      })
    await member(uma, 'owner')
    await member(vic, 'editor')
    const ofTeam = await call('POST', '/api/own-connections', {
      cookie: anna.cookie,
      body: { ...createService('Shared'), teamId },
    })
    const shared = ((await ofTeam.json()) as { id: string }).id
    const renameIt = async ({ cookie }: Person) =>
      (await call('PATCH', `/api/own-connections/${shared}`, { cookie, body: { name: 'Ours' } }))
        .status
    expect(await Promise.all([uma, vic, wim].map(renameIt))).toEqual([200, 403, 404])
    // Only owners of a team may enter prices of its connection's models.
    const price = { currency: 'USD', prompt: 3, completion: 9 }
    const enter = async ({ cookie }: Person, ids: string[]) =>
      (
        await call('PATCH', `/api/own-connections/${shared}/models`, {
          cookie,
          body: { ids, price },
        })
      ).status
    const ids = [`${shared}/talker-1`]
    expect(await Promise.all([uma, vic, wim].map((one) => enter(one, ids)))).toEqual([
      204, 403, 404,
    ])
    expect(await enter(uma, ['bozzetto/guide'])).toBe(400)
    expect(await get(`/api/own-connections/${shared}/models`, uma)).toContain(
      '"isPriceEntered":true',
    )
    expect(await get('/api/models', vic)).toContain('"prompt":3,"completion":9')
    expect(await askFor(`${shared}/talker-1`, vic)).toContain('sk-of-Shared')
    expect(await askFor(`${shared}/talker-1`, wim)).toMatch(/^404 /)
    expect(await connect(vic, { ...known, teamId })).toBe(403)
    expect(await connect(wim, { ...known, teamId })).toBe(404)
    expect(await get('/api/own-connections', vic)).toContain(`"teamId":"${teamId}"`)
    await member(vic)
    expect(await askFor(`${shared}/talker-1`, vic)).toMatch(/^404 /)
    expect(await get('/api/own-connections', vic)).not.toContain(shared)
  })
})
