import * as z from 'zod/mini'
import { paramSchemaSchema } from '../models.ts'

/** Values of the param `reasoning_effort`, with OpenAI's names. */
export const reasoningEfforts = ['minimal', 'low', 'medium', 'high'] as const

export const paidCallsMaxDefault = 10

/**
 * Settings that are stored with the chat. Imports may write them, so they must not grant
 * permissions.
 */
const storedShape = {
  systemPrompt: z.optional(z.string().check(z.maxLength(64_000))),
  /** Values for the model's param schema. Params that the model does not support are not sent. */
  params: z.optional(z.record(z.string().check(z.maxLength(64)), z.unknown())),
}

/** Settings that are stored per user, because they allow a chat to act or to spend money. */
const permissionShape = {
  /** Names of the tools. Default: the person's default tools, if the model supports tools. */
  tools: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(64))),
  /** Tools that run without approval, as `ChatTool.allowedAs`. */
  allowedTools: z.optional(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(64))),
  /**
   * After this number of paid tool calls, even allowed tools need approval. `paidCallsMaxDefault`
   * by default.
   */
  paidCallsMax: z.optional(z.int().check(z.gte(0), z.lte(1_000))),
  /**
   * After this total cost of tool calls in US dollars, even allowed tools need approval. A call
   * whose price is unknown always needs approval. Undefined if costs are not counted.
   */
  paidUsdMax: z.optional(z.number().check(z.gte(0), z.lte(100_000))),
  /**
   * Whether older answers are summarised automatically at the model's limit. The person's
   * `SummarySettings` by default.
   */
  summarises: z.optional(z.boolean()),
}

export const chatSettingsSchema = z.object({ ...storedShape, ...permissionShape })
export type ChatSettings = z.infer<typeof chatSettingsSchema>

export const chatPermissionsSchema = z.object(permissionShape)
export type StoredChatSettings = Omit<ChatSettings, keyof z.infer<typeof chatPermissionsSchema>>

/** Response of `GET /api/chat/params?modelId=…`: the schema of `settings.params` for one model. */
export const chatParamsSchema = z.object({ modelId: z.string(), paramSchema: paramSchemaSchema })
export type ChatParams = z.infer<typeof chatParamsSchema>

export const chatToolSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  from: z.optional(z.string()),
  /** True if the tool is on in chats whose tools were not chosen. */
  isDefault: z.optional(z.boolean()),
  /** Identifier in `allowedTools`. By default the tool's name. */
  allowedAs: z.optional(z.string()),
  /** JSON Schema of the arguments. */
  parameters: z.record(z.string(), z.unknown()),
})
export type ChatTool = z.infer<typeof chatToolSchema>

/** Response of `GET /api/chat/tools`. */
export const chatToolListSchema = z.object({ tools: z.array(chatToolSchema) })

/** Body of `PUT /api/chat/tools/:name`. */
export const putToolDefaultSchema = z.object({ isDefault: z.boolean() })

export const allowedToolSchema = z.object({
  /** Same as `ChatTool.allowedAs`. */
  allowedAs: z.string(),
  /** Display name. The tool's name if the tool was removed or its definition has changed. */
  title: z.string(),
  from: z.optional(z.string()),
  since: z.iso.datetime(),
})
export type AllowedTool = z.infer<typeof allowedToolSchema>

/** Response of `GET /api/allowed-tools`. `DELETE /api/allowed-tools/:allowedAs` revokes one. */
export const allowedToolListSchema = z.object({ tools: z.array(allowedToolSchema) })
export type AllowedToolList = z.infer<typeof allowedToolListSchema>
