import * as z from 'zod/mini'
import { idSchema } from '../id.ts'
import { serverUrlSchema } from '../server-url.ts'
import { chatSettingsSchema } from './settings.ts'

/** Prefix of the ids of assistants in model lists, such as `assistant/0f3…`. */
export const assistantProviderId = 'assistant'

export const toAssistantModelId = (id: string): string => `${assistantProviderId}/${id}`

export const startersMax = 6
/** Maximum length of a picture's `data:` URL, in UTF-16 units. */
export const assistantPictureLengthMax = 120_000

/**
 * The settings of an assistant. Permissions and limits are excluded, because they belong to each
 * chat.
 */
export const assistantSettingsSchema = z.pick(chatSettingsSchema, {
  systemPrompt: true,
  params: true,
  tools: true,
})
export type AssistantSettings = z.infer<typeof assistantSettingsSchema>

const about = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  description: z.string().check(z.trim(), z.maxLength(300)),
  modelId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  settings: assistantSettingsSchema,
  starters: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(300)))
    .check(z.maxLength(startersMax)),
}

const pictureSchema = z
  .string()
  .check(
    z.maxLength(assistantPictureLengthMax),
    z.regex(/^data:image\/(?:jpeg|png|webp);base64,[\w+/]+=*$/),
  )

/** Body of `PUT /api/assistants/:id`, which creates or changes an assistant. */
export const putAssistantSchema = z.object({
  ...about,
  folderId: z.optional(idSchema),
  teamId: z.optional(idSchema),
  /** A `data:` URL. `null` removes the picture, and undefined keeps the picture. */
  picture: z.optional(z.nullable(pictureSchema)),
})
export type PutAssistant = z.infer<typeof putAssistantSchema>

export const assistantSchema = z.object({
  id: idSchema,
  ...about,
  folderId: z.optional(idSchema),
  teamId: z.optional(idSchema),
  pictureUrl: z.optional(serverUrlSchema),
  /** Name of the person who shares the assistant and who alone can change it. */
  from: z.optional(z.string()),
  /**
   * True if a previous owner wrote the assistant. The assistant is inactive until the new owner
   * saves it.
   */
  isForeign: z.optional(z.boolean()),
  chats: z.int().check(z.nonnegative()),
  createdAt: z.iso.datetime(),
})
export type Assistant = z.infer<typeof assistantSchema>

/** Response of `GET /api/assistants`: own and shared assistants, sorted by name. */
export const assistantListSchema = z.object({ assistants: z.array(assistantSchema) })

export const assistantFileBytesMax = 20 * 1024 * 1024

/** An exported assistant, without folder and team, which belong to one server. */
export const assistantFileSchema = z.object({
  format: z.literal('bozzetto-assistant'),
  version: z.literal(1),
  ...about,
  picture: z.optional(pictureSchema),
})
export type AssistantFile = z.infer<typeof assistantFileSchema>

/**
 * Response of `POST /api/assistants/import`. The body is an exported assistant, a `SKILL.md`, or a
 * ZIP with folders that contain a `SKILL.md`.
 */
export const importedAssistantsSchema = z.object({
  assistants: z.array(assistantSchema),
  notes: z.array(z.string()),
})
export type ImportedAssistants = z.infer<typeof importedAssistantsSchema>
