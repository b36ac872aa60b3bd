import * as z from 'zod/mini'
import { paramSchemaSchema } from '../models.ts'

/** Values of the param `reasoning_effort`, with OpenAI's names. */
export const reasoningEfforts = ['minimal', 'low', 'medium', 'high'] as const

export const paidCallsMaxDefault = 10

/**
 * Settings that are stored with the chat. An import may contain them, so they must not grant
 * permissions.
 */
const storedShape = {
  systemPrompt: z.optional(z.string().check(z.maxLength(64_000))),
  /** Values for the model's param schema. Params that the model does not support are not sent. */
  params: z.optional(z.record(z.string().check(z.maxLength(64)), z.unknown())),
}

/** Settings that are stored per user, because they allow a chat to act or to spend money. */
const permissionShape = {
  /** Names of the tools. Undefined for the person's default tools, if the model supports tools. */
  tools: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(64))),
  /** Values of `ChatTool.allowedAs` for the tools that run without approval. */
  allowedTools: z.optional(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(64))),
  /**
   * Number of paid tool calls after which even allowed tools need approval. The default is
   * `paidCallsMaxDefault`.
   */
  paidCallsMax: z.optional(z.int().check(z.gte(0), z.lte(1_000))),
  /**
   * Total cost of tool calls in US dollars after which even allowed tools need approval. A call
   * with an unknown price then always needs approval. Undefined if costs are not counted.
   */
  paidUsdMax: z.optional(z.number().check(z.gte(0), z.lte(100_000))),
  /**
   * True if older answers are summarised automatically at the model's context limit. The default is
   * the person's `SummarySettings`.
   */
  summarises: z.optional(z.boolean()),
}

/** Settings that grant no permission. A temporary chat has no other settings. */
export const storedSettingsSchema = z.object(storedShape)

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
  /** True if the tool is on in chats whose user has not selected tools. */
  isDefault: z.optional(z.boolean()),
  /** Identifier of the tool in `allowedTools`. The default is the tool's name. */
  allowedAs: z.optional(z.string()),
  parameters: z.record(z.string(), z.unknown()),
})
export type ChatTool = z.infer<typeof chatToolSchema>

/** Response of `GET /api/chat/tools`. */
export const chatToolListSchema = z.object({ tools: z.array(chatToolSchema) })

/** Body of `PUT /api/chat/tools/:name`. */
export const putToolDefaultSchema = z.object({ isDefault: z.boolean() })

export const allowedToolSchema = z.object({
  allowedAs: z.string(),
  /** Display name, or the tool's name if the tool was removed or its definition has changed. */
  title: z.string(),
  from: z.optional(z.string()),
  since: z.iso.datetime(),
})
export type AllowedTool = z.infer<typeof allowedToolSchema>

/**
 * Response of `GET /api/allowed-tools`. `DELETE /api/allowed-tools/:allowedAs` revokes a
 * permission.
 */
export const allowedToolListSchema = z.object({ tools: z.array(allowedToolSchema) })
export type AllowedToolList = z.infer<typeof allowedToolListSchema>
