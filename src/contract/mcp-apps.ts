import * as z from 'zod/mini'

/** Identifier of the MCP extension. Source: MCP Apps (SEP-1865), revision 2026-01-26. */
export const mcpAppsExtension = 'io.modelcontextprotocol/ui'
export const mcpAppMimeType = 'text/html;profile=mcp-app'

/** Maximum number of domains that an app may declare. Further domains are ignored. */
export const mcpAppDomainsMax = 20

/**
 * Origin that an app may load data from, such as `https://api.example.com` or
 * `https://*.example.com`. The value becomes part of a Content-Security-Policy.
 */
export const mcpAppDomainSchema = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(/^(?:https?|wss?):\/\/(?:\*\.(?=[^.:]+\.))?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/),
  )

const domainListSchema = z.array(mcpAppDomainSchema).check(z.maxLength(mcpAppDomainsMax))

const fieldsSchema = z.record(z.string(), z.unknown())

/** Response of `GET /api/runs/:id/tool-calls/:index/app`: the page that shows a tool's result. */
export const mcpAppSchema = z.object({
  serverName: z.string(),
  title: z.string(),
  html: z.string(),
  hasBorder: z.boolean(),
  /** Domains for `fetch` and for scripts, styles and pictures, as the app declares them. */
  connectDomains: z.array(z.string()),
  resourceDomains: z.array(z.string()),
  /** Declared domains that the person has allowed for this MCP server. */
  allowedDomains: z.array(z.string()),
  /** Arguments and result of the call, in the format of MCP. */
  toolInput: fieldsSchema,
  toolResult: fieldsSchema,
})
export type McpApp = z.infer<typeof mcpAppSchema>

/** Body of `PUT /api/runs/:id/tool-calls/:index/app/domains`. */
export const allowAppDomainsSchema = z.strictObject({ domains: domainListSchema })
export type AllowAppDomains = z.infer<typeof allowAppDomainsSchema>

/** Body of `POST /api/runs/:id/tool-calls/:index/app/calls`: a tool call by the app. */
export const callByAppSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(128)),
  arguments: fieldsSchema,
  /** The person's decision, after the response `asks`. */
  permission: z.optional(z.enum(['once', 'chat', 'everywhere'])),
})
export type CallByApp = z.infer<typeof callByAppSchema>

/** Response with either the tool's result, or the title of a tool that needs permission. */
export const appCallAnswerSchema = z.object({
  result: z.optional(fieldsSchema),
  asks: z.optional(z.object({ title: z.string() })),
})
export type AppCallAnswer = z.infer<typeof appCallAnswerSchema>

/** Response of `POST /api/runs/:id/tool-calls/:index/app/resource`. */
export const appResourceSchema = z.object({ contents: z.array(fieldsSchema) })
export type AppResource = z.infer<typeof appResourceSchema>
