import type { Catalogue } from '../models/catalogue.ts'
import type { Store } from '../store/store.ts'
import {
  createConversationService,
  type ConversationService,
} from './conversations/conversation-service.ts'
import { createKnowledgeService, type KnowledgeService } from './knowledge/knowledge-service.ts'
import { createMemoryService, type MemoryService } from './memory/memory-service.ts'
import { createTitleFinder } from './conversations/find-title.ts'
import type { HistoryShortener, KeepPicture } from './runs/prepare-answer.ts'
import type { LiveRun } from './runs/live/live-run.ts'
import { createRunService, type RunService } from './runs/run-service.ts'
import type { Conversation } from '#contract/chat/chat.ts'
import { uncounted, type KeptBytes } from '../spending/kept-bytes.ts'
import { createToolbox, type Toolbox } from './tools/tools.ts'

/**
 * Conversations and the answers that are being written. An answer continues when no reader is
 * connected.
 */
export type ChatService = ConversationService &
  Omit<RunService, 'settleLost' | 'withLiveWords' | 'stopRunsIn'> & {
    /**
     * Asks the conversation's model for a title, but keeps a title that a person has set.
     * @throws {HttpError} `not_found`, and the errors of the model's provider.
     */
    findTitle: (id: string, signal: AbortSignal) => Promise<Conversation>
  }

export function createChatService(options: {
  store: Store
  catalogue: Pick<Catalogue, 'chat' | 'defaultFor'>
  /** Summarises older answers automatically. If absent, the server never summarises. */
  summaries?: HistoryShortener
  toolbox?: Toolbox
  memory?: MemoryService
  /**
   * Finds passages of files by their meaning. If absent, passages are found by their words only.
   */
  knowledge?: KnowledgeService
  /** Returns a stored picture as a `data:` URL. If absent, models receive only file names. */
  readPicture?: (fileId: string) => Promise<string | undefined>
  keepPicture?: KeepPicture
  clock?: () => Date
  keptBytes?: KeptBytes
  /** Called when an answer to a person has ended and was not stopped. */
  ended?: (actorId: string, conversationId: string) => void
  cancelTask?: (taskId: string) => Promise<unknown>
  /**
   * Called after each change of a conversation, its messages or its answers. The id is absent if
   * several conversations changed.
   */
  changed?: (conversationId?: string) => void
}): ChatService {
  const {
    store,
    catalogue,
    clock = () => new Date(),
    memory = createMemoryService({ store }),
    knowledge = createKnowledgeService({ store }),
    toolbox = createToolbox({ clock, memory }),
    summaries = { shorten: () => Promise.resolve(false) },
    readPicture = () => Promise.resolve(undefined),
    keepPicture = () => Promise.reject(new Error('Pictures are not kept here.')),
    keptBytes = uncounted,
    changed = () => {},
    cancelTask,
    ended,
  } = options
  const { settleLost, withLiveWords, stopRunsIn, ...runs } = createRunService({
    store,
    knowledge,
    memory,
    summaries,
    catalogue,
    toolbox,
    readPicture,
    keepPicture,
    clock,
    keptBytes,
    changed,
    ...(cancelTask && { cancelTask }),
    ...(ended && {
      ended: ({ actorId, conversation }: LiveRun) => ended(actorId, conversation.id),
    }),
  })
  const conversations = createConversationService({
    store,
    runs: { settleLost, withLiveWords, stopRunsIn },
    clock,
    keptBytes,
    changed,
  })
  const findTitle = createTitleFinder({ store, catalogue })
  return {
    ...conversations,
    ...runs,
    async findTitle(id, signal) {
      const named = await findTitle(id, signal)
      changed(id)
      return named
    },
  }
}
