import * as z from 'zod/mini'
import { messageSchema, conversationSchema } from './chat.ts'
import { documentSchema } from '../documents.ts'
import { idSchema } from '../id.ts'
import { folderDocumentsMax, folderNameSchema, instructionsSchema } from './library.ts'
import { chatSettingsSchema } from './settings.ts'

/** Maximum size of an imported JSON file, alone or inside a ZIP, in bytes. */
export const chatImportBytesMax = 128 * 1024 * 1024

/**
 * Instructions and files of an exported folder. The embedding model is excluded, because other
 * servers have other connections.
 */
export const exportedFolderSchema = z.object({
  name: folderNameSchema,
  instructions: z.optional(instructionsSchema),
  documents: z.optional(z.array(documentSchema).check(z.maxLength(folderDocumentsMax))),
})
export type ExportedFolder = z.infer<typeof exportedFolderSchema>

/**
 * Format of `GET /api/conversations/:id/export?format=json` and `GET /api/export`.
 * `?format=markdown` exports the displayed branch as text. `?format=zip` exports an archive with a
 * JSON file per conversation, a JSON file per folder with instructions or files, and all
 * attachments.
 */
export const chatExportSchema = z.object({
  format: z.literal('bozzetto-chat'),
  version: z.literal(1),
  exportedAt: z.iso.datetime(),
  /** Folders with instructions or files, only in an export of all chats. */
  folders: z.optional(z.array(exportedFolderSchema)),
  conversations: z.array(
    z.object({
      conversation: conversationSchema,
      folder: z.optional(folderNameSchema),
      settings: z.optional(chatSettingsSchema),
      messages: z.array(messageSchema),
    }),
  ),
})
export type ChatExport = z.infer<typeof chatExportSchema>

/**
 * Response of `POST /api/import`. The body is an export of Bozzetto, ChatGPT, Claude, Open WebUI or
 * LibreChat, as JSON or ZIP. Existing conversations do not change, so that the same file can be
 * imported again.
 */
export const importAnswerSchema = z.object({
  source: z.enum(['bozzetto', 'chatgpt', 'claude', 'open-webui', 'librechat', 'other']),
  conversations: z.int(),
  messages: z.int(),
  known: z.int(),
  folders: z.optional(z.int()),
  /**
   * Number of conversations whose tools, permissions and limits were dropped, because they were
   * granted by another user.
   */
  withoutPermissions: z.optional(z.int()),
  /**
   * Number of system prompts and folder instructions that are ignored until the user accepts them.
   */
  prompts: z.optional(z.int()),
  /**
   * Conversations that were not imported, and parts that are missing in imported conversations,
   * each with a message. `conversationId` is set for missing parts.
   */
  problems: z.array(
    z.object({
      title: z.string(),
      message: z.string(),
      conversationId: z.optional(idSchema),
    }),
  ),
  moreProblems: z.optional(z.int()),
})
export type ImportAnswer = z.infer<typeof importAnswerSchema>
