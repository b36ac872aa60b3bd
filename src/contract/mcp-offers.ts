import * as z from 'zod/mini'
import { mcpServerIdSchema } from './mcp-servers.ts'

const aboutSchema = z.object({
  serverId: mcpServerIdSchema,
  serverName: z.string(),
  title: z.string(),
  description: z.string(),
})

export const mcpPromptSchema = z.extend(aboutSchema, {
  name: z.string(),
  arguments: z.array(
    z.object({ name: z.string(), description: z.string(), isRequired: z.boolean() }),
  ),
})
export type McpPrompt = z.infer<typeof mcpPromptSchema>

export const mcpResourceSchema = z.extend(aboutSchema, { uri: z.string() })
export type McpResource = z.infer<typeof mcpResourceSchema>

/** Response of `GET /api/mcp-servers/offers`. */
export const mcpOffersSchema = z.object({
  prompts: z.array(mcpPromptSchema),
  resources: z.array(mcpResourceSchema),
})
export type McpOffers = z.infer<typeof mcpOffersSchema>

/** Body of `POST /api/mcp-servers/:id/prompt`. */
export const useMcpPromptSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(128)),
  arguments: z
    .record(z.string().check(z.maxLength(128)), z.string().check(z.maxLength(20_000)))
    .check(z.refine((all) => Object.keys(all).length <= 20, 'At most 20 values can be sent.')),
})
export type UseMcpPrompt = z.infer<typeof useMcpPromptSchema>

/** Body of `POST /api/mcp-servers/:id/resource`. */
export const readMcpResourceSchema = z.strictObject({
  uri: z.string().check(z.minLength(1), z.maxLength(2_000)),
})
export type ReadMcpResource = z.infer<typeof readMcpResourceSchema>

/** Content of a prompt or resource: text for the message, and its attachments. */
export const mcpMaterialSchema = z.object({
  text: z.string(),
  files: z.array(z.object({ name: z.string(), mimeType: z.string(), base64: z.string() })),
})
export type McpMaterial = z.infer<typeof mcpMaterialSchema>
