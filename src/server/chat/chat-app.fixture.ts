import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serve } from '@hono/node-server'
import { createParser } from 'eventsource-parser'
import { Hono } from 'hono'
import { runEventSchema, type RunEvent, type StartRun } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { createTestAudit } from '../audit/audit.fixture.ts'
import { createDocumentService } from '../documents/document-service.ts'
import { toHttpError } from '../errors/http-error.ts'
import { createFileService, type FileService } from '../files/file-service.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { openFolderBlobs } from '../files/blobs/folder-blobs.ts'
import { createCatalogue } from '../models/catalogue.ts'
import { fixedProviders } from '../ports/providers.ts'
import type { ChatProvider } from '../ports/chat-provider.ts'
import { createGuideProvider } from '../providers/guide/guide-provider.ts'
import {
  continueSharedRoutes,
  conversationShareRoutes,
  sharedChatRoutes,
} from '../routes/api/chat/shares.ts'
import { assistantRoutes } from '../routes/api/chat/assistants.ts'
import { folderRoutes, promptRoutes } from '../routes/api/chat/library.ts'
import { ratingRoutes } from '../routes/api/chat/ratings.ts'
import { scheduleRoutes } from '../routes/api/chat/schedules.ts'
import { summaryRoutes } from '../routes/api/chat/summaries.ts'
import { allowedToolRoutes } from '../routes/api/chat/allowed-tools.ts'
import { chatOptionRoutes } from '../routes/api/chat/options.ts'
import { conversationRoutes } from '../routes/api/chat/conversations.ts'
import { documentRoutes } from '../routes/api/documents.ts'
import { modelRoutes } from '../routes/api/models/models.ts'
import { memoryRoutes } from '../routes/api/chat/memory.ts'
import { folderKnowledgeRoutes } from '../routes/api/chat/folder-knowledge.ts'
import { temporaryAnswerRoutes } from '../routes/api/chat/temporary-answers.ts'
import { usageRoutes } from '../routes/api/usage.ts'
import { runRoutes } from '../routes/api/chat/runs.ts'
import { searchRoutes } from '../routes/api/search.ts'
import {
  conversationExportRoutes,
  exportRoutes,
  importRoutes,
} from '../routes/api/chat/transfer.ts'
import type { Store } from '../store/store.ts'
import { assistantCatalogue } from './assistants/assistant-catalogue.ts'
import { createAssistants } from './assistants/assistants.ts'
import { importAssistants } from './assistants/import-assistants.ts'
import { createChatService, type ChatService } from './chat-service.ts'
import { createChatLibrary } from './conversations/library-service.ts'
import { ScriptedProvider } from './scripted-provider.fixture.ts'
import { createSummaries } from './summaries/summaries.ts'
import { createScheduleRunner, type ScheduleRunner } from './schedules/schedule-runner.ts'
import { createSchedules } from './schedules/schedules.ts'
import { createRatings } from './ratings/ratings.ts'
import { createSearchService } from './conversations/search-service.ts'
import type { Tool } from './tools/tool.ts'
import { listDefaultTools } from './tools/tool-defaults.ts'
import { createToolbox } from './tools/tools.ts'
import { createChatShareService } from './sharing/chat-share-service.ts'
import { createChatCopies } from './transfer/copy-chat.ts'
import { conversationCopyRoutes } from '../routes/api/chat/copies.ts'
import { createDefaultsReader } from './defaults/chat-defaults.ts'
import { createMemoryService } from './memory/memory-service.ts'
import { createKnowledgeService, type KnowledgeService } from './knowledge/knowledge-service.ts'
import { createTemporaryAnswers } from './temporary/temporary-answers.ts'
import { createUsageService } from './usage/usage-service.ts'
import { createChatTransfer } from './transfer/transfer-service.ts'

/** All chat routes on one store, served on a real port. */
export type ChatApp = {
  origin: string
  provider: ScriptedProvider
  chat: ChatService
  knowledge: KnowledgeService
  files: FileService
  blobs: BlobStore
  scheduleRunner: ScheduleRunner
  call: (path: string, method?: string, body?: unknown, init?: RequestInit) => Promise<Response>
  close: () => Promise<void>
}

export async function openChatApp(
  store: Store,
  {
    readPicture,
    port = 0,
    providers = [],
    tools = [],
    clock,
    knowledge = createKnowledgeService({ store }),
  }: {
    readPicture?: (id: string) => Promise<string | undefined>
    port?: number
    providers?: ChatProvider[]
    tools?: Tool[]
    clock?: () => Date
    knowledge?: KnowledgeService
  } = {},
): Promise<ChatApp> {
  const provider = new ScriptedProvider()
  const listed = createCatalogue({
    providers: fixedProviders({
      chat: [provider, createGuideProvider({ wordDelayMs: 0 }), ...providers],
    }),
  })
  const assistants = createAssistants({
    store,
    teams: { idsOf: () => [] },
    people: { find: () => undefined },
  })
  const catalogue = assistantCatalogue(listed, { assistants, knowledge })
  const memory = createMemoryService({ store })
  const toolbox = createToolbox({ memory, more: () => tools })
  const summaries = createSummaries({ store, catalogue })
  const chat = createChatService({
    store,
    catalogue,
    summaries,
    toolbox,
    memory,
    knowledge,
    ...(readPicture && { readPicture }),
    keepPicture: async (bytes, name) => (await files.upload(bytes, name, { isResized: true })).id,
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-blobs-'))
  const blobs = await openFolderBlobs(folder)
  const files = createFileService({ store, blobs })
  const chatTransfer = createChatTransfer({ store, blobs, files, chat, knowledge, catalogue })
  const chatLibrary = createChatLibrary({ store })
  const documents = createDocumentService({ store, blobs })
  const take = (bytes: Uint8Array) =>
    importAssistants(
      {
        assistants,
        chatLibrary,
        documents,
        knowledge,
        listDefaultTools: () => listDefaultTools({ store, toolbox }),
      },
      bytes,
    )
  const scheduleRunner = createScheduleRunner({ store, chat, ...(clock && { clock }) })
  const schedules = createSchedules({
    store,
    catalogue,
    runner: scheduleRunner,
    ...(clock && { clock }),
  })
  const audit = createTestAudit()
  const chatShares = createChatShareService({ store, chat })
  const chatCopies = createChatCopies({ store, chat })
  const app = new Hono()
    .route('/api/conversations', conversationRoutes({ chat }))
    .route('/api/conversations', conversationCopyRoutes({ chatCopies }))
    .route('/api/conversations', conversationExportRoutes({ chatTransfer, audit }))
    .route('/api/conversations', conversationShareRoutes({ chatShares, audit }))
    .route('/api/conversations', summaryRoutes({ summaries }))
    .route('/api/shared-chats', sharedChatRoutes({ chatShares, store, blobs }))
    .route('/api/shared-chats', continueSharedRoutes({ chatShares }))
    .route(
      '/api/temporary-answers',
      temporaryAnswerRoutes({
        temporaryAnswers: createTemporaryAnswers({
          catalogue,
          readDefaults: createDefaultsReader(store),
        }),
      }),
    )
    .route('/api/memory', memoryRoutes({ memory }))
    .route('/api/usage', usageRoutes({ usage: createUsageService({ store }) }))
    .route('/api/runs', runRoutes({ chat }))
    .route('/api/models', modelRoutes({ catalogue }))
    .route('/api/export', exportRoutes({ chatTransfer, audit }))
    .route('/api/import', importRoutes({ chatTransfer }))
    .route('/api/search', searchRoutes({ search: createSearchService({ store }) }))
    .route('/api/folders', folderRoutes({ chatLibrary }))
    .route('/api/folders', folderKnowledgeRoutes({ knowledge }))
    .route('/api/assistants', assistantRoutes({ assistants, importAssistants: take }))
    .route('/api/ratings', ratingRoutes({ ratings: createRatings({ store }), store }))
    .route('/api/schedules', scheduleRoutes({ schedules }))
    .route('/api/prompts', promptRoutes({ chatLibrary }))
    .route('/api/chat', chatOptionRoutes({ store, catalogue, toolbox, summaries }))
    .route('/api/allowed-tools', allowedToolRoutes({ store, toolbox }))
    .route('/api/documents', documentRoutes({ documents, knowledge, blobs }))
  app.onError((thrown, c) => {
    const error = toHttpError(thrown)
    if (error.status >= 500) console.error(thrown)
    return c.json(error.toBody(), error.status)
  })
  const { server, origin } = await new Promise<{
    server: ReturnType<typeof serve>
    origin: string
  }>((resolve) => {
    const listening = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (info) =>
      resolve({ server: listening, origin: `http://127.0.0.1:${info.port}` }),
    )
  })

  return {
    origin,
    provider,
    chat,
    knowledge,
    files,
    blobs,
    scheduleRunner,
    call: (address, method = 'GET', body, init = {}) =>
      fetch(origin + address, {
        method,
        ...(body !== undefined && {
          body:
            body instanceof Uint8Array || typeof body === 'string' ? body : JSON.stringify(body),
        }),
        ...init,
      }),
    close: async () => {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await chat.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const createQuestion = (text: string, more: Partial<StartRun> = {}): StartRun => ({
  runId: newId(),
  answerId: newId(),
  modelId: 'scripted/writer',
  question: { id: newId(), text },
  ...more,
})

export type ReadEvent = { id: string | undefined; event: RunEvent }

export async function readRunEvents(
  response: Response,
  isEnough?: (event: RunEvent) => boolean,
): Promise<ReadEvent[]> {
  const reads: ReadEvent[] = []
  const parser = createParser({
    onEvent: ({ id, data }) => reads.push({ id, event: runEventSchema.parse(JSON.parse(data)) }),
  })
  if (!response.body) return reads
  const decoder = new TextDecoder()
  for await (const bytes of response.body) {
    const known = reads.length
    parser.feed(decoder.decode(bytes, { stream: true }))
    const enough = reads.findIndex(({ event }, at) => at >= known && isEnough?.(event))
    if (enough >= 0) return reads.slice(0, enough + 1)
  }
  return reads
}

export const textIn = (reads: readonly ReadEvent[]): string =>
  reads.map(({ event }) => (event.type === 'text-delta' ? event.delta : '')).join('')
