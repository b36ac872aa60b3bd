import { z } from 'zod'
import { paramSchemaSchema } from './models.ts'

/** How the models of one conversation are asked. */
export const chatSettingsSchema = z.object({
  systemPrompt: z.string().max(64_000).optional(),
  /** By the model's param schema; what a model does not know is not sent to it. */
  params: z.record(z.string().max(64), z.unknown()).optional(),
  /** Names of the tools that are offered to models which can call them. */
  tools: z.array(z.string().max(64)).max(64).optional(),
  /** Of these tools, those that run without asking. */
  allowedTools: z.array(z.string().max(64)).max(64).optional(),
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
  /** JSON Schema of the arguments. */
  parameters: z.record(z.string(), z.unknown()),
})
export type ChatTool = z.infer<typeof chatToolSchema>

/** `GET /api/chat/tools`. */
export const chatToolListSchema = z.object({ tools: z.array(chatToolSchema) })
