import type { ChatExport, ExportedFolder } from '#contract/chat/transfer.ts'
import { jsonPieces, pieceLength } from '../../json/encode-json.ts'
import { createYield } from '../../process/yield-loop.ts'
import type { OpenConversation } from '../conversations/conversation-service.ts'

/** A conversation to export. Only one page of its messages is in memory at a time. */
export type WrittenConversation = Pick<
  OpenConversation,
  'conversation' | 'settings' | 'offeredPrompt' | 'pages'
> & {
  folder?: string | undefined
}

export type ExportContent = {
  conversations: AsyncIterable<WrittenConversation>
  folders: AsyncIterable<WrittenFolder>
}

/** A folder to export. Its `id` is part of its file name in a ZIP. */
export type WrittenFolder = ExportedFolder & { id: string }

/**
 * Yields conversations as one JSON file, piece by piece, because the whole file may not fit into
 * memory.
 */
export const exportAll = (all: ExportContent, now: Date): AsyncGenerator<Uint8Array> =>
  joinPieces(writeAll(all, now))

async function* writeAll({ conversations, folders }: ExportContent, now: Date) {
  yield Buffer.from(getHead(now))
  let isFirst = true
  for await (const { id: _named, ...folder } of folders) {
    yield Buffer.from(isFirst ? ',"folders":[\n' : ',\n')
    yield* jsonPieces(folder)
    isFirst = false
  }
  yield Buffer.from(isFirst ? ',"conversations":[' : '\n],"conversations":[')
  isFirst = true
  for await (const conversation of conversations) {
    yield Buffer.from(isFirst ? '\n' : ',\n')
    yield* writeConversation(conversation)
    isFirst = false
  }
  yield Buffer.from('\n]}\n')
}

/** Yields one conversation with all branches as JSON that can be imported again. */
export const exportAsJson = (
  conversation: WrittenConversation,
  now: Date,
): AsyncGenerator<Uint8Array> => joinPieces(writeOne(conversation, now))

async function* writeOne(conversation: WrittenConversation, now: Date) {
  yield Buffer.from(`${getHead(now)},"conversations":[`)
  yield* writeConversation(conversation)
  yield Buffer.from(']}\n')
}

export async function* exportFolder(
  { id: _named, ...folder }: WrittenFolder,
  now: Date,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${getHead(now)},"folders":[`)
  yield* jsonPieces(folder)
  yield Buffer.from('],"conversations":[]}\n')
}

function getHead(now: Date): string {
  const head: Omit<ChatExport, 'conversations'> = {
    format: 'bozzetto-chat',
    version: 1,
    exportedAt: now.toISOString(),
  }
  return JSON.stringify(head).slice(0, -1)
}

async function* writeConversation({
  conversation,
  folder,
  settings,
  offeredPrompt,
  pages,
}: WrittenConversation) {
  const isOffered = offeredPrompt !== undefined
  const kept = isOffered ? { ...settings, systemPrompt: offeredPrompt } : settings
  // Copies all fields but the messages. `JSON.stringify` leaves out undefined fields.
  const head = JSON.stringify({ conversation, folder, settings: kept })
  yield Buffer.from(`${head.slice(0, -1)},"messages":[`)
  let isFirst = true
  for await (const page of pages()) {
    for (const message of page) {
      if (!isFirst) yield comma
      yield* jsonPieces(message)
      isFirst = false
    }
  }
  yield Buffer.from(']}')
}

const comma = Buffer.from(',')

/** Joins small pieces to large pieces, because each piece has a fixed cost. */
export async function* joinPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const yieldLoop = createYield()
  let kept: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    kept.push(piece)
    bytes += piece.length
    if (bytes >= pieceLength) {
      yield Buffer.concat(kept)
      kept = []
      bytes = 0
    }
    await yieldLoop()
  }
  if (bytes > 0) yield Buffer.concat(kept)
}
