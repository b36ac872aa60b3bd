import * as z from 'zod/mini'
import { messageSchema, conversationSchema } from './chat.ts'
import { documentSchema } from '../documents.ts'
import { folderDocumentsMax, folderNameSchema, instructionsSchema } from './library.ts'
import { chatSettingsSchema } from './settings.ts'

/** Largest JSON file that is taken in, alone or out of a ZIP, in bytes. */
export const importBytesMax = 128 * 1024 * 1024

/** What every chat in a folder has. Which model searches its files stays behind: another server has other connections. */
export const exportedFolderSchema = z.object({
  name: folderNameSchema,
  instructions: z.optional(instructionsSchema),
  documents: z.optional(z.array(documentSchema).check(z.maxLength(folderDocumentsMax))),
})
export type ExportedFolder = z.infer<typeof exportedFolderSchema>

/**
 * Our own export: `GET /api/conversations/:id/export?format=json` and `GET /api/export`. `?format=markdown`
 * gives the shown branch for people instead, `?format=zip` an archive with such a file for each
 * conversation and for each folder with files or instructions, and the pictures and documents that belong to them.
 */
export const chatExportSchema = z.object({
  format: z.literal('bozzetto-chat'),
  version: z.literal(1),
  exportedAt: z.iso.datetime(),
  /** Those with files or instructions; in an export of all chats only. */
  folders: z.optional(z.array(exportedFolderSchema)),
  conversations: z.array(
    z.object({
      conversation: conversationSchema,
      /** Name of the folder that it is in; in an export of all chats only. */
      folder: z.optional(folderNameSchema),
      settings: z.optional(chatSettingsSchema),
      messages: z.array(messageSchema),
    }),
  ),
})
export type ChatExport = z.infer<typeof chatExportSchema>

/**
 * Answer of `POST /api/import`, whose body is an export of ours, ChatGPT's, Claude's, Open WebUI's or
 * LibreChat's, as JSON or as a ZIP. What
 * is here already is left as it is, so that the same file can be imported again.
 */
export const importAnswerSchema = z.object({
  source: z.enum(['bozzetto', 'chatgpt', 'claude', 'open-webui', 'librechat']),
  conversations: z.int(),
  messages: z.int(),
  /** Conversations that were here already. */
  known: z.int(),
  /** Folders that got files or instructions. Absent: none. */
  folders: z.optional(z.int()),
  /** Conversations whose tools, permissions and limits were left behind: nobody else allows anything here. Absent: none. */
  withoutPermissions: z.optional(z.int()),
  /** System prompts and instructions of folders that are not used until they are accepted. Absent: none. */
  prompts: z.optional(z.int()),
  /** Conversations that could not be read, with the reason, the first few of them. */
  problems: z.array(z.object({ title: z.string(), message: z.string() })),
})
export type ImportAnswer = z.infer<typeof importAnswerSchema>
