import { createHash } from 'node:crypto'
import type { Attachment, Message } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ExportedFolder } from '#contract/chat/transfer.ts'

export type ForeignConversation = {
  id: string
  title: string
  modelId?: string | undefined
  leafId?: string | undefined
  tags?: readonly string[]
  isPinned: boolean
  isArchived: boolean
  folder?: string | undefined
  /** Id of a project in the same archive, whose name becomes the folder. */
  projectId?: string | undefined
  settings?: ChatSettings | undefined
  createdAt: Date
  updatedAt: Date
  gaps?: string[] | undefined
  /** Messages in an order in which parents precede their children. */
  messages: ForeignMessage[]
}

export type ForeignFolder = ExportedFolder & {
  /** Id of the project in the export of another program. */
  projectId?: string | undefined
  files?: ForeignFile[] | undefined
  gaps?: string[] | undefined
}

/**
 * A file that a message or project refers to. The file's content is in the export, or in the
 * archive.
 */
export type ForeignFile = {
  name: string
  ids: readonly string[]
  mimeType?: string | undefined
  bytes?: Uint8Array | undefined
  /** Text that the other program extracted, used if the file itself is missing. */
  text?: string | undefined
  call?: number | undefined
  /** Key of a document. A later file with the same key is a new version of the earlier file. */
  key?: string | undefined
}

type ForeignAttachment = Pick<Attachment, 'kind' | 'id' | 'name' | 'mimeType'>

export type ForeignMessage = Pick<
  Message,
  'id' | 'parentId' | 'role' | 'text' | 'reasoning' | 'toolCalls' | 'run'
> & {
  createdAt: Date
  attachments?: ForeignAttachment[] | undefined
  files?: ForeignFile[] | undefined
}

/**
 * Derives an id from a foreign id. The same foreign id always gives the same result, so that
 * nothing is imported twice.
 */
export function deriveId(...foreign: string[]): string {
  const hash = createHash('sha256').update(foreign.join('\n')).digest('hex')
  // 80 bits are 16 characters. The prefix is an old time, so that these ids sort before new ids.
  return `0000${BigInt(`0x${hash.slice(0, 20)}`)
    .toString(36)
    .padStart(16, '0')
    .slice(-16)}`
}
