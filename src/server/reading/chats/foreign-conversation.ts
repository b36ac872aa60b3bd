import { createHash } from 'node:crypto'
import type { Message } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ExportedFolder } from '#contract/chat/transfer.ts'

export type ForeignConversation = {
  id: string
  title: string
  modelId?: string | undefined
  leafId?: string | undefined
  isPinned: boolean
  isArchived: boolean
  folder?: string | undefined
  settings?: ChatSettings | undefined
  createdAt: Date
  updatedAt: Date
  /** Sorted so that parents precede their children. */
  messages: ForeignMessage[]
}

export type ForeignFolder = ExportedFolder

export type ForeignMessage = Pick<
  Message,
  'id' | 'parentId' | 'role' | 'text' | 'reasoning' | 'attachments' | 'toolCalls' | 'run'
> & { createdAt: Date }

/** Derives an id from a foreign id, always the same one, so that nothing is imported twice. */
export function deriveId(...foreign: string[]): string {
  const hash = createHash('sha256').update(foreign.join('\n')).digest('hex')
  // 80 bits are 16 characters. The prefix is an old time, so that the ids sort before new ones.
  return `0000${BigInt(`0x${hash.slice(0, 20)}`)
    .toString(36)
    .padStart(16, '0')
    .slice(-16)}`
}
