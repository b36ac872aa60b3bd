import { createHash } from 'node:crypto'
import type { Message } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ExportedFolder } from '#contract/chat/transfer.ts'

/** A conversation from outside, of which nothing is stored yet. */
export type ForeignConversation = {
  id: string
  title: string
  modelId?: string | undefined
  leafId?: string | undefined
  isPinned: boolean
  isArchived: boolean
  /** Name of its folder. */
  folder?: string | undefined
  settings?: ChatSettings | undefined
  createdAt: Date
  updatedAt: Date
  /** Parents before their children. */
  messages: ForeignMessage[]
}

/** A folder from outside: what every chat in it has. */
export type ForeignFolder = ExportedFolder

export type ForeignMessage = Pick<
  Message,
  'id' | 'parentId' | 'role' | 'text' | 'reasoning' | 'attachments' | 'toolCalls' | 'run'
> & { createdAt: Date }

/** An id of ours that is always the same for the same foreign one, so that nothing is imported twice. */
export function idFor(...foreign: string[]): string {
  const hash = createHash('sha256').update(foreign.join('\n')).digest('hex')
  // 80 of its bits are 16 letters; old, so that they never look newer than what is made here.
  return `0000${BigInt(`0x${hash.slice(0, 20)}`)
    .toString(36)
    .padStart(16, '0')
    .slice(-16)}`
}
