import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { conversationDetailSchema } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { newId } from '#lib/id.ts'
import { createApp } from '../app.ts'
import { openApiDocument } from '../routes/openapi/document.ts'
import { asOwner } from '../store/owner-scope.ts'
import * as tables from '../store/schema.ts'
import { listSchemaFields, listBodyFields } from './body-fields.fixture.ts'
import { apiFields, listNames, programFields, withoutJson } from './classified-fields.fixture.ts'
import { openPeopleApp, type PeopleApp, type SignedIn } from './people-app.fixture.ts'

/** Schema of each route's body, recorded when the route validates its body. */
const schemas = vi.hoisted(() => new Map<string, unknown>())
vi.mock(import('../http/validate.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    readJsonBody: (c, schema, bytesMax) => {
      note(c, schema)
      return real.readJsonBody(c, schema, bytesMax)
    },
    readJsonBodyOr: (c, schema, options) => {
      note(c, schema)
      return real.readJsonBodyOr(c, schema, options)
    },
  }
})

function note(c: Context, schema: unknown): void {
  schemas.set(`${c.req.method} ${routePath(c)}`, schema)
}

/** Route that the test does not call, because it sends a request to another server. */
const notCalled = 'POST /api/models/known'

let app: PeopleApp
let guest: SignedIn
let routes: string[]
const broken: string[] = []
let chat: string
let answer: string
let asset: string
beforeAll(async () => {
  app = await openPeopleApp()
  guest = await app.join('Gus')
  ;[chat, answer, asset] = await shareWithGuest()
  const all = createApp(app.services).routes.map(({ method, path }) => `${method} ${path}`)
  const isGuard = /\/\*$|^(?:PUT|PATCH) \/api\/(?:people|keys)$/
  routes = [...new Set(all)]
    .filter((route) => /^(?:POST|PUT|PATCH) \/api\//.test(route) && !isGuard.test(route))
    .toSorted()
  for (const route of routes) {
    if (route === notCalled) continue
    const target = route.replace(':index', '0').replaceAll(/:\w+/g, newId())
    const response = await app.call(app.owner, target, {})
    if (response.status >= 500) broken.push(route)
    await response.body?.cancel()
  }
})
afterAll(() => app.close())

async function shareWithGuest(): Promise<[chat: string, answer: string, asset: string]> {
  const ids = [newId(), newId(), newId()] as const
  const [chatId, answerId, assetId] = ids
  await asOwner('owner', async () => {
    const { db } = app.store
    await db.insert(tables.conversations).values({ id: chatId, title: 'Shared' })
    const message = { conversationId: chatId, text: 'Hello', createdAt: new Date() }
    await db.insert(tables.messages).values({ ...message, id: answerId, role: 'assistant' })
    const blobKey = await app.services.blobs.put(new Uint8Array([1]))
    const file = { mimeType: 'model/gltf-binary', sizeBytes: 1, sha256: 'x', blobKey }
    await db.insert(tables.assets).values({ id: assetId, name: 'Shared', ...file })
  })
  for (const thing of [`conversations/${chatId}`, `assets/${assetId}`]) {
    const body = { userId: guest.userId, role: 'editor' }
    await app.call(app.owner, `PUT /api/${thing}/access`, body)
  }
  return [...ids]
}

describe('fields of request bodies', () => {
  it('can all be absent without an internal error', () => {
    expect(broken).toEqual([])
  })

  it('are validated by every route except the routes that are listed as accepting no JSON', () => {
    expect(routes.filter((route) => !schemas.has(route))).toEqual([...withoutJson].toSorted())
  })

  it('are all classified for /api', () => {
    const found = [...schemas]
      .filter(([route]) => / \/api\/(?!v1\/)/.test(route))
      .map(([route, schema]) => [route, listBodyFields(schema as z.core.$ZodType)])
    const classified = Object.entries(apiFields).map(([route, classes]) => [
      route,
      listNames(classes),
    ])
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(classified))
  })

  it('are all classified for /openapi.json', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1'))) as ApiDocument
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const { schema = {} } = requestBody?.content['application/json'] ?? {}
        const fields = listSchemaFields(schema, document)
        return fields.length === 0 ? [] : [[`${method} ${path}`, fields.join(' ')] as const]
      }),
    )
    const known = new Set(
      Object.values(programFields).map((classes) => listNames(classes).join(' ')),
    )
    // Aliases of a route have the same fields, so they are not classified separately.
    expect(found.filter(([, fields]) => !known.has(fields))).toEqual([])
    const names = found.map(([route]) => route)
    expect(names).toEqual(expect.arrayContaining(Object.keys(programFields)))
  })
})

type JsonSchema = { readonly [key: string]: unknown }
type ApiDocument = JsonSchema & {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema?: JsonSchema }> } }>
  >
}

const ownSettings: Record<string, ChatSettings> = {
  'allowedTools[]': { allowedTools: ['remember'] },
  paidCallsMax: { paidCallsMax: 1_000 },
  paidUsdMax: { paidUsdMax: 1_000 },
  summarises: { summarises: true },
  systemPrompt: { systemPrompt: 'Planted' },
  'tools[]': { tools: ['remember'] },
}

const attempts: Record<string, Record<string, object>> = {
  'POST /api/conversations/:id/runs': {
    folderId: { folderId: newId() },
    ...Object.fromEntries(
      Object.entries(ownSettings).map(([field, settings]) => [`settings.${field}`, { settings }]),
    ),
  },
  'PATCH /api/conversations/:id': {
    folderId: { folderId: null },
    isArchived: { isArchived: true },
    isPinned: { isPinned: true },
    isUnread: { isUnread: false },
    'tags[]': { tags: ['Theirs'] },
  },
  'PATCH /api/assets/:id': { folder: { folder: 'Theirs' }, isStarred: { isStarred: true } },
  'PUT /api/conversations/:id/settings': {
    ...ownSettings,
    'params.*': { params: { temperature: 2 } },
  },
}

const isGuests = (route: string) => apiFields[route]?.guest !== undefined

describe('guest with write access', () => {
  it('is tested with every field of the owner on each route that guests can reach', () => {
    for (const [route, { own }] of Object.entries(apiFields)) {
      if (!isGuests(route) || own === undefined) continue
      expect(Object.keys(attempts[route] ?? {}).toSorted()).toEqual(own.split(' ').toSorted())
    }
  })

  const cases = Object.entries(attempts).flatMap(([route, fields]) =>
    Object.entries(fields).map(([field, body]) => ({ route, field, body })),
  )
  it.each(cases)('cannot set $field by $route', async ({ route, body }) => {
    const target = route.replace(':id', route.includes('/assets/') ? asset : chat)
    const question = {
      runId: newId(),
      answerId: newId(),
      modelId: 'bozzetto/guide',
      parentId: answer,
      question: { id: newId(), text: 'Hi' },
    }
    const before = await readOwn()
    const sent = route.endsWith('/runs') ? { ...question, ...body } : body
    const response = await app.call(guest, target, sent)
    await response.text()
    expect([400, 403, 404]).toContain(response.status)
    expect(await readOwn()).toEqual(before)
  })
})

async function readOwn() {
  const detail = await app.call(app.owner, `GET /api/conversations/${chat}`)
  const model = await app.call(app.owner, `GET /api/assets/${asset}`)
  const permissions = await asOwner('owner', () =>
    app.store.db.select().from(tables.chatPermissions),
  )
  return {
    chat: conversationDetailSchema.parse(await detail.json()),
    model: (await model.json()) as object,
    permissions,
  }
}

describe('fields that only admins may set', () => {
  const forAdmins = Object.entries(apiFields).flatMap(([route, { admin }]) =>
    admin === undefined ? [] : route,
  )
  it.each(forAdmins)('cannot be set by a member with %s', async (route) => {
    const response = await app.call(guest, route.replaceAll(/:\w+/g, newId()), {})
    await response.body?.cancel()
    expect(response.status).toBe(403)
  })
})
