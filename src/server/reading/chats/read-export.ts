import { z } from 'zod'
import {
  chatExportSchema,
  exportedFolderSchema,
  type ImportAnswer,
} from '#contract/chat/transfer.ts'
import { HttpError } from '../../errors/http-error.ts'
import { createJsonMeter, JsonLimitError, type JsonLimits } from '../../json/json-limits.ts'
import { parseEarlySync } from '../../json/parse-early.ts'
import { toBatches, problemsMax } from './batches.ts'
import type { ForeignConversation, ForeignFolder, ForeignMessage } from './foreign-conversation.ts'
import { unknownForm, type FoundConversation } from './found-conversation.ts'
import { readForeign } from './read-foreign.ts'

/** A part of a file: first its folders, then each conversation followed by its messages. */
export type ExportPart =
  | { type: 'source'; source: ImportAnswer['source'] }
  | { type: 'problem'; problem: ImportAnswer['problems'][number] }
  | { type: 'folder'; folder: ForeignFolder }
  | { type: 'conversation'; conversation: Omit<ForeignConversation, 'messages'> }
  | { type: 'messages'; messages: ForeignMessage[] }

/** Upper bound of a message's text and reasoning, in UTF-8 bytes. No answer is longer. */
const messageBytesMax = 2 * 1024 * 1024

/** The largest export of chats has about 3 million values. */
const limits: JsonLimits = {
  // Deep, because LibreChat nests each answer in its question.
  depthMax: 20_000,
  valuesMax: 5_000_000,
  entriesMax: 1_000_000,
  nameBytesMax: Infinity,
}

const anythingSchema = z.union([z.array(z.unknown()), z.looseObject({})])
const oursSchema = z.object({
  ...chatExportSchema.shape,
  folders: z.optional(z.array(z.unknown())),
  conversations: z.array(z.unknown()),
})
const ourConversationSchema = chatExportSchema.shape.conversations.def.element

/**
 * Reads an export of Bozzetto or another program. Takes time in proportion to the file's size.
 * @throws {HttpError} `bad_request` for other files.
 */
export function* readExport(bytes: Uint8Array): Generator<ExportPart> {
  const value = parse(bytes)
  const ours = oursSchema.safeParse(value)
  const foreign = ours.success ? undefined : readForeign(value)
  if (!ours.success && !foreign) {
    throw new HttpError(
      'bad_request',
      'This file is not an export of chats from Bozzetto, ChatGPT, Claude, Open WebUI or LibreChat.',
    )
  }
  yield { type: 'source', source: foreign?.source ?? 'bozzetto' }
  if (ours.success) yield* readFolders(ours.data.folders ?? [])
  let problems = 0
  for (const found of ours.success
    ? readOurs(ours.data.conversations)
    : (foreign?.conversations ?? [])) {
    const read = 'problem' in found ? found : (tooLong(found) ?? found)
    if ('problem' in read) {
      if (++problems <= problemsMax) yield { type: 'problem', ...read }
      continue
    }
    const { messages, ...conversation } = read
    yield { type: 'conversation', conversation }
    for (const batch of toBatches(messages)) yield { type: 'messages', messages: batch }
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    createJsonMeter(limits)(bytes)
    return anythingSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (cause) {
    throw new HttpError(
      'bad_request',
      cause instanceof JsonLimitError
        ? `This file ${cause.message}.`
        : 'This is not a JSON file. Choose an export of chats, as ZIP or JSON.',
      { cause },
    )
  }
}

function* readFolders(list: readonly unknown[]): Generator<ExportPart> {
  for (const [index, one] of list.entries()) {
    const parsed = parseEarlySync(exportedFolderSchema, one)
    if (parsed.success) yield { type: 'folder', folder: parsed.data }
    else yield { type: 'problem', problem: unknownForm(`Folder ${index + 1}`, parsed.error) }
  }
}

function* readOurs(list: readonly unknown[]): Generator<FoundConversation> {
  for (const [index, one] of list.entries()) {
    const parsed = parseEarlySync(ourConversationSchema, one)
    if (parsed.success) yield toConversation(parsed.data)
    else yield { problem: unknownForm(`Conversation ${index + 1}`, parsed.error) }
  }
}

function tooLong({ title, messages }: ForeignConversation) {
  const isLong = messages.some(
    ({ text, reasoning = '' }) =>
      Buffer.byteLength(text) + Buffer.byteLength(reasoning) > messageBytesMax,
  )
  const message = 'A message in it is longer than 2 MB.'
  return isLong ? { problem: { title, message } } : undefined
}

const toConversation = ({
  conversation,
  folder,
  settings,
  messages: said,
}: z.infer<typeof ourConversationSchema>): ForeignConversation => ({
  id: conversation.id,
  title: conversation.title,
  modelId: conversation.modelId,
  leafId: conversation.leafId,
  isPinned: conversation.pinnedAt !== undefined,
  isArchived: conversation.archivedAt !== undefined,
  folder,
  settings,
  createdAt: new Date(conversation.createdAt),
  updatedAt: new Date(conversation.updatedAt),
  messages: said.map((message) => ({ ...message, createdAt: new Date(message.createdAt) })),
})
