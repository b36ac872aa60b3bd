import type { Conversation } from '#contract/chat/chat.ts'
import { createChatGptExport, toJsonFile } from './large-files.ts'
import type { LargeRequest } from './large-bodies.ts'

const messageBytes = 960_000

const nothing = () => new Uint8Array()
const read = (name: string, target: string): LargeRequest => ({
  name: `GET ${name}`,
  method: 'GET',
  target,
  body: nothing,
})

/** Imports chats with messages of the maximum size and number, which later requests read. */
export const largeChats: LargeRequest = {
  name: 'chats to read',
  method: 'POST',
  target: '/api/import',
  body: () =>
    toJsonFile([
      createChatGptExport('long', 4_000, 'Hello there. '.repeat(8)),
      createChatGptExport('wide', 50, 'word `code` '.repeat(4_000)),
      createChatGptExport('fat', 3, 'x'.repeat(messageBytes)),
      createChatGptExport('han', 2, '陶'.repeat(messageBytes / 3)),
      createChatGptExport('lines', 2, 'a\n'.repeat(messageBytes / 2)),
      ...Array.from({ length: 150 }, (_, k) => createChatGptExport(`many${k}`, 2, 'Hello. ')),
    ]),
}

export const titlesToRead: ReadonlySet<string> = new Set(['long', 'wide', 'fat', 'han', 'lines'])

export const listConversationReads = ({
  id,
  title,
}: Pick<Conversation, 'id' | 'title'>): LargeRequest[] => [
  read(`conversation: ${title}`, `/api/conversations/${id}`),
  ...['markdown', 'json', 'zip'].map((format) =>
    read(`export as ${format}: ${title}`, `/api/conversations/${id}/export?format=${format}`),
  ),
]

export const allReads: readonly LargeRequest[] = [
  read('conversations', '/api/conversations?limit=500'),
  read('everything as JSON', '/api/export'),
  read('everything as ZIP', '/api/export?format=zip'),
  read('everything of one’s own', '/api/own-data'),
  read('search', '/api/search?q=Hello'),
  read('models', '/api/assets?limit=100'),
  read('tasks', '/api/tasks?limit=100'),
  read('archive', '/api/library/archive'),
  read('audit log', '/api/audit?limit=200'),
  read('status', '/api/status'),
  read('ratings', '/api/ratings/export?format=jsonl'),
  read('usage', '/api/usage?days=366'),
  read('usage as CSV', '/api/usage?days=366&format=csv'),
]

export const listShareReads = (token: string): LargeRequest[] => [
  read('shared chat', `/api/shared-chats/${token}`),
  read('shared chat to continue', `/api/shared-chats/${token}/export`),
]

const documentLength = 1_000_000

/**
 * Creates a document of the maximum length, with words that occur in every passage and words that
 * are rare.
 */
export function largeDocument(): Uint8Array {
  let text = ''
  for (let k = 0; text.length < documentLength; k++) {
    text += `Kiln ${k}: the clay is fired slowly, glaze w${k} melts. `
  }
  return Buffer.from(text.slice(0, documentLength))
}

/** Creates a request that reads an answer from the start, as a reloaded page does. */
export const createRunRead = (id: string): LargeRequest =>
  read('answer as events', `/api/runs/${id}/events`)
