import { z } from 'zod'
import {
  chatExportSchema,
  exportedFolderSchema,
  type ImportAnswer,
} from '#contract/chat/transfer.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseEarlySync } from '../../json/parse-early.ts'
import { toBatches, problemsMax } from './batches.ts'
import type { ForeignConversation, ForeignFolder, ForeignMessage } from './foreign-conversation.ts'
import { fitConversation } from './fit-message.ts'
import { unknownForm, type FoundConversation } from './found-conversation.ts'
import { parseExport } from './parse-export.ts'
import { readForeign } from './read-foreign.ts'

/** A part of a file: first the file's folders, then each conversation followed by its messages. */
export type ExportPart =
  | { type: 'source'; source: ImportAnswer['source'] }
  | { type: 'problem'; problem: ImportAnswer['problems'][number] }
  | { type: 'more-problems'; count: number }
  | { type: 'folder'; folder: ForeignFolder }
  | { type: 'conversation'; conversation: Omit<ForeignConversation, 'messages'> }
  | { type: 'messages'; messages: ForeignMessage[] }

const oursSchema = z.object({
  ...chatExportSchema.shape,
  folders: z.optional(z.array(z.unknown())),
  conversations: z.array(z.unknown()),
})
const ourConversationSchema = chatExportSchema.shape.conversations.def.element

/**
 * Reads an export of Bozzetto or another program, in time proportional to the file's size.
 * @throws {HttpError} `bad_request` for other files.
 */
export function* readExport(bytes: Uint8Array): Generator<ExportPart> {
  const { value, brokenLines } = parseExport(bytes)
  const ours = oursSchema.safeParse(value)
  const foreign = ours.success ? undefined : readForeign(value)
  if (!ours.success && !foreign) {
    throw new HttpError(
      'bad_request',
      'This file is not an export of chats from Bozzetto, ChatGPT, Claude, Gemini, Copilot, Open WebUI, LibreChat or another program that this server knows. Its manual page about chats lists them.',
    )
  }
  yield { type: 'source', source: foreign?.source ?? 'bozzetto' }
  if (brokenLines > 0) {
    const message = `${brokenLines} of the file’s lines could not be read.`
    yield { type: 'problem', problem: { title: 'The file', message } }
  }
  if (ours.success) yield* readFolders(ours.data.folders ?? [])
  for (const folder of foreign?.folders ?? []) yield { type: 'folder', folder }
  let problems = 0
  for (const found of ours.success
    ? readOurs(ours.data.conversations)
    : (foreign?.conversations ?? [])) {
    if ('problem' in found) {
      if (++problems <= problemsMax) yield { type: 'problem', ...found }
      continue
    }
    const { messages, ...conversation } = fitConversation(found)
    yield { type: 'conversation', conversation }
    for (const batch of toBatches(messages)) yield { type: 'messages', messages: batch }
  }
  if (problems > problemsMax) yield { type: 'more-problems', count: problems - problemsMax }
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
  ...(conversation.tags && { tags: conversation.tags }),
  isPinned: conversation.pinnedAt !== undefined,
  isArchived: conversation.archivedAt !== undefined,
  folder,
  settings,
  createdAt: new Date(conversation.createdAt),
  updatedAt: new Date(conversation.updatedAt),
  messages: said.map((message) => ({ ...message, createdAt: new Date(message.createdAt) })),
})
