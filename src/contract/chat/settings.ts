import * as z from 'zod/mini'
import { paramSchemaSchema } from '../models.ts'

/** Values of the param `reasoning_effort`, by OpenAI's names. */
export const reasoningEfforts = ['minimal', 'low', 'medium', 'high'] as const

/** Paid calls of tools that a chat makes without asking, unless its settings say otherwise. */
export const paidCallsMaxDefault = 10

/** How the models of one conversation are asked. */
export const chatSettingsSchema = z.object({
  systemPrompt: z.optional(z.string().check(z.maxLength(64_000))),
  /** By the model's param schema; what a model does not know is not sent to it. */
  params: z.optional(z.record(z.string().check(z.maxLength(64)), z.unknown())),
  /** Names of the tools that are offered to models which can call them. */
  tools: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(64))),
  /** Of these tools, those that run without asking; by `ChatTool.allowedAs`. */
  allowedTools: z.optional(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(64))),
  /** After so many calls that cost money even allowed tools ask, before each; absent: `paidCallsMaxDefault`. */
  paidCallsMax: z.optional(z.int().check(z.gte(0), z.lte(1_000))),
  /**
   * What such calls may cost together, in US dollars, before allowed tools ask again; one whose price is not
   * known in them then always asks. Absent: money is not counted.
   */
  paidUsdMax: z.optional(z.number().check(z.gte(0), z.lte(100_000))),
})
export type ChatSettings = z.infer<typeof chatSettingsSchema>

/** `GET /api/chat/params?modelId=…`: the form of `settings.params` for one model. */
export const chatParamsSchema = z.object({ modelId: z.string(), paramSchema: paramSchemaSchema })
export type ChatParams = z.infer<typeof chatParamsSchema>

/** A tool that models may be offered. */
export const chatToolSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** For a person. */
  description: z.string(),
  /** The MCP server that it belongs to, by its name. */
  from: z.optional(z.string()),
  /** What stands for it in `allowedTools`; absent: its name. */
  allowedAs: z.optional(z.string()),
  /** JSON Schema of the arguments. */
  parameters: z.record(z.string(), z.unknown()),
})
export type ChatTool = z.infer<typeof chatToolSchema>

/** `GET /api/chat/tools`. */
export const chatToolListSchema = z.object({ tools: z.array(chatToolSchema) })

/** A tool that somebody always allows, in every chat. */
export const allowedToolSchema = z.object({
  /** As `ChatTool.allowedAs`. */
  allowedAs: z.string(),
  /** What it is called; of one that is no more, or defined differently by now, its name. */
  title: z.string(),
  from: z.optional(z.string()),
  since: z.iso.datetime(),
})
export type AllowedTool = z.infer<typeof allowedToolSchema>

/** `GET /api/allowed-tools`; `DELETE /api/allowed-tools/:allowedAs` takes one back. */
export const allowedToolListSchema = z.object({ tools: z.array(allowedToolSchema) })
export type AllowedToolList = z.infer<typeof allowedToolListSchema>
