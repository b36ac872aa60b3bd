import type { ImportAnswer } from '#contract/chat-transfer.ts'
import type { Store } from '../store/store.ts'
import type { ConversationService } from './conversation-service.ts'
import { exportAll, exportAsJson, exportAsMarkdown } from './export-chats.ts'
import { importChats } from './import-chats.ts'

/** Chats out of here and in from elsewhere. */
export type ChatTransfer = {
  /** @returns a name without its ending, and the text. @throws {HttpError} `not_found`. */
  exportOne: (id: string, format: 'markdown' | 'json') => Promise<{ name: string; text: string }>
  /** One JSON file in pieces. */
  exportAll: () => AsyncGenerator<string>
  /** @throws {HttpError} `bad_request` when it is no export that is known. */
  importAll: (bytes: Uint8Array) => Promise<ImportAnswer>
}

export function createChatTransfer({
  store,
  chat,
  clock = () => new Date(),
}: {
  store: Store
  chat: Pick<ConversationService, 'getConversation'>
  clock?: () => Date
}): ChatTransfer {
  return {
    async exportOne(id, format) {
      const detail = await chat.getConversation(id)
      const name = detail.conversation.title.replaceAll(/[/\\:*?"<>|\p{C}]/gu, ' ').trim() || 'chat'
      const text = format === 'json' ? exportAsJson(detail, clock()) : exportAsMarkdown(detail)
      return { name, text }
    },
    exportAll: () => exportAll(store, (id) => chat.getConversation(id), clock()),
    importAll: (bytes) => importChats(store, bytes),
  }
}
