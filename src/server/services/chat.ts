import { createToolbox } from '../chat/tools/tools.ts'
import type { Env } from '../env.ts'
import { createPythonTool } from '../chat/tools/run-python.ts'
import { pageFetcher } from '../chat/tools/web/fetch-page.ts'
import type { Access } from '../access/access.ts'
import { assistantCatalogue } from '../chat/assistants/assistant-catalogue.ts'
import { createAssistants } from '../chat/assistants/assistants.ts'
import { importAssistants } from '../chat/assistants/import-assistants.ts'
import { createSummaries } from '../chat/summaries/summaries.ts'
import { listDefaultTools } from '../chat/tools/tool-defaults.ts'
import type { Store } from '../store/store.ts'
import type { EmbeddingsProvider } from '../ports/embeddings.ts'
import type { PushService } from '../push/push-service.ts'
import type { Spending } from '../spending/spending.ts'
import type { Catalogue } from '../models/catalogue.ts'
import type { FileService } from '../files/file-service.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import type { Changes } from '../changes/changes.ts'
import type { Tool } from '../chat/tools/tool.ts'
import type { KeptBytes } from '../spending/kept-bytes.ts'
import { createDefaultsReader } from '../chat/defaults/chat-defaults.ts'
import { createMemoryService } from '../chat/memory/memory-service.ts'
import { createMeaning } from '../chat/knowledge/meaning.ts'
import { candidatesMax } from '../chat/knowledge/find-passages.ts'
import { createKnowledgeService } from '../chat/knowledge/knowledge-service.ts'
import { createChatService, type ChatService } from '../chat/chat-service.ts'
import { createPictureReader } from '../chat/runs/steps/read-picture.ts'
import { tellingLibrary, createChatLibrary } from '../chat/conversations/library-service.ts'
import { createTemporaryAnswers } from '../chat/temporary/temporary-answers.ts'
import { createUsageService } from '../chat/usage/usage-service.ts'
import { createChatCopies } from '../chat/transfer/copy-chat.ts'
import { createChatShareService } from '../chat/sharing/chat-share-service.ts'
import { createChatTransfer } from '../chat/transfer/transfer-service.ts'
import { createScheduleRunner, scheduleLookMs } from '../chat/schedules/schedule-runner.ts'
import { createSchedules } from '../chat/schedules/schedules.ts'
import { createRatings } from '../chat/ratings/ratings.ts'
import { createSearchService } from '../chat/conversations/search-service.ts'
import { createDocumentService } from '../documents/document-service.ts'

type Web = NonNullable<NonNullable<Parameters<typeof createToolbox>[0]>['web']>

/** Returns the web access of chat tools, and whether this server asks scheduled questions. */
export const toChatOptions = (
  search: Web['search'],
  { BOZZETTO_FETCH_HOSTS: allowedHosts, BOZZETTO_ROLE: role }: Env,
): { web: Web; asksSchedules: boolean } => ({
  web: { search, fetchPage: pageFetcher({ allowedHosts }) },
  asksSchedules: role !== 'worker',
})

type ChatServicesOptions = {
  store: Store
  embeddings: () => readonly EmbeddingsProvider[]
  sales: Pick<Spending, 'applying' | 'reserve'>
  keptBytes: KeptBytes
  catalogue: Catalogue
  files: FileService
  boundedBlobs: BlobStore
  changes: Changes
  access: Pick<Access, 'teams' | 'people'>
  web: Web
  tools: () => readonly Tool[]
  cancelTask: (taskId: string) => Promise<unknown>
  isFreeModel: (modelId: string) => boolean
  notify: PushService['notify']
  /** False on servers that only run tasks. */
  asksSchedules: boolean
}

type Chatting = Pick<Parameters<typeof createSchedules>[0], 'catalogue'> & {
  chat: ChatService
  changed: (conversationId?: string) => void
}

/**
 * Creates the chat, ratings, temporary answers and scheduled questions. Closing the chat first
 * stops the scheduled questions.
 */
function createRegularServices(
  { store, isFreeModel, asksSchedules }: ChatServicesOptions,
  { chat, catalogue, changed }: Chatting,
) {
  const everyMs = asksSchedules ? scheduleLookMs : undefined
  const scheduleRunner = createScheduleRunner({ store, chat, changed, isFreeModel, everyMs })
  return {
    chat: {
      ...chat,
      close: async () => {
        await scheduleRunner.close()
        await chat.close()
      },
    },
    schedules: createSchedules({ store, catalogue, runner: scheduleRunner }),
    scheduleRunner,
    ratings: createRatings({ store, changed }),
    temporaryAnswers: createTemporaryAnswers({
      catalogue,
      readDefaults: createDefaultsReader(store),
    }),
  }
}

/** Creates the services of chats: answers, tools, memory, knowledge, search and transfer. */
export function createChat(options: ChatServicesOptions) {
  const { store, files, boundedBlobs: blobs, changes, web, tools, cancelTask, access } = options
  const { keptBytes } = options
  const changed = (conversationId?: string) => changes.tell('chats', conversationId)
  const memory = createMemoryService({ store })
  const meaning = createMeaning(
    { ...options, spending: options.sales },
    { foundMax: candidatesMax },
  )
  const knowledge = createKnowledgeService({ store, meaning })
  const documents = createDocumentService({ store, blobs, keptBytes })
  const python = createPythonTool({
    readPicture: async (id) => {
      const stored = await files.find(id)
      return stored && blobs.read(stored.blobKey)
    },
  })
  const toolbox = createToolbox({ web, memory, more: () => [python, ...tools()] })
  const assistants = createAssistants({
    store,
    ...access,
    changed: () => {
      changed()
      changes.tell('models')
    },
  })
  const catalogue = assistantCatalogue(options.catalogue, { assistants, knowledge })
  const chatLibrary = tellingLibrary(createChatLibrary({ store }), changed)
  const importing = {
    assistants,
    chatLibrary,
    documents,
    knowledge,
    listDefaultTools: () => listDefaultTools({ store, toolbox }),
  }
  const summaries = createSummaries({ store, catalogue, keptBytes, changed })
  const chat = createChatService({
    store,
    catalogue,
    summaries,
    toolbox,
    memory,
    knowledge,
    readPicture: createPictureReader({ files, blobs }),
    keepPicture: async (bytes, name) => (await files.upload(bytes, name, { isResized: true })).id,
    cancelTask,
    keptBytes,
    changed,
    ended: (actorId, id) => options.notify(actorId, { kind: 'answer', id }),
  })
  return {
    ...createRegularServices(options, { chat, catalogue, changed }),
    toolbox,
    memory,
    catalogue,
    summaries,
    assistants,
    importAssistants: (bytes: Uint8Array) => importAssistants(importing, bytes),
    chatLibrary,
    usage: createUsageService({ store, isFree: options.isFreeModel }),
    knowledge,
    closeMeaning: meaning.close,
    chatCopies: createChatCopies({ store, chat, keptBytes, changed }),
    chatShares: createChatShareService({ store, chat, keptBytes, changed }),
    chatTransfer: createChatTransfer({
      store,
      blobs,
      files,
      chat,
      knowledge,
      documents,
      keptBytes,
      changed,
      catalogue,
    }),
    search: createSearchService({ store }),
    documents,
  }
}
