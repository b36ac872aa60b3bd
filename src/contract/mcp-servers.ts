import * as z from 'zod/mini'
import { failureSchema } from './errors.ts'
import { headersSchema } from './headers.ts'
import { serviceAddressSchema, serviceNameSchema } from './service-address.ts'

/** Id of an MCP server, which is the prefix of its tool names, such as `files` in `files__read`. */
export const mcpServerIdSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,19}$/))

export const mcpServersMax = 30
/** Maximum number of tools per MCP server. Further tools are ignored. */
export const mcpToolsMax = 128

export const mcpToolSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** True if models may call the tool. */
  isOn: z.boolean(),
  /** True if the MCP server's current list lacks the tool. */
  isGone: z.optional(z.boolean()),
  /**
   * Set if the tool's definition has changed after a user turned the tool on. The tool is off until
   * a user turns it on again.
   */
  change: z.optional(
    z.object({
      description: z.string(),
      hasOtherArguments: z.boolean(),
    }),
  ),
})
export type McpTool = z.infer<typeof mcpToolSchema>

export const mcpServerSchema = z.object({
  id: mcpServerIdSchema,
  name: z.string(),
  address: z.optional(z.string()),
  command: z.optional(z.array(z.string())),
  isOn: z.boolean(),
  /**
   * Names of the HTTP headers or environment variables, and the ends of their values. The server
   * never returns whole values.
   */
  secrets: z.array(z.object({ id: z.string(), hint: z.string() })),
  clientId: z.optional(z.string()),
  signIn: z.optional(z.enum(['wanted', 'done'])),
  tools: z.array(mcpToolSchema),
  leftOutCount: z.int().check(z.nonnegative()),
  /** Tools that models cannot use, with the reasons. `leftOutCount` includes these tools. */
  oddTools: z.optional(z.array(z.object({ name: z.string(), problem: z.string() }))),
  software: z.optional(z.string()),
  revision: z.optional(z.string()),
  lastAnsweredAt: z.optional(z.iso.datetime()),
  problem: z.optional(z.extend(failureSchema, { at: z.iso.datetime() })),
})
export type McpServer = z.infer<typeof mcpServerSchema>

/** Response of `GET /api/mcp-servers`. */
export const mcpServerListSchema = z.object({
  servers: z.array(mcpServerSchema),
  takesCommands: z.boolean(),
})
export type McpServerList = z.infer<typeof mcpServerListSchema>

const commandSchema = z
  .array(
    z
      .string()
      .check(
        z.minLength(1, 'An argument cannot be empty.'),
        z.maxLength(1_000, 'An argument has at most 1,000 characters.'),
      ),
  )
  .check(
    z.minLength(1, 'Enter the program.'),
    z.maxLength(50, 'A command has at most 50 arguments.'),
  )

/** A manually registered OAuth client. A client without a secret is public. */
const registeredClientSchema = z.strictObject({
  id: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter the client ID.'),
      z.maxLength(500, 'A client ID has at most 500 characters.'),
    ),
  secret: z.optional(
    z.string().check(z.trim(), z.maxLength(2_000, 'A secret has at most 2,000 characters.')),
  ),
})

/** Body of `POST /api/mcp-servers`, with either an address or a command. */
export const createMcpServerSchema = z
  .strictObject({
    name: serviceNameSchema,
    address: z.optional(serviceAddressSchema),
    command: z.optional(commandSchema),
    /** Header values for an address, or environment variables for a command. */
    secrets: z.optional(headersSchema),
    client: z.optional(registeredClientSchema),
  })
  .check(
    z.refine(({ address, command }) => (address === undefined) !== (command === undefined), {
      error: 'Enter an address.',
    }),
  )
export type CreateMcpServer = z.infer<typeof createMcpServerSchema>

/** Body of `PATCH /api/mcp-servers/:id`. */
export const changeMcpServerSchema = z.strictObject({
  name: z.optional(serviceNameSchema),
  isOn: z.optional(z.boolean()),
  secrets: z.optional(headersSchema),
  /** New OAuth client. `null` removes the client, and any change ends the OAuth session. */
  client: z.optional(z.nullable(registeredClientSchema)),
  /** Tools to turn on or off, by name. Turning a tool on also accepts its current definition. */
  tools: z.optional(z.record(z.string().check(z.maxLength(128)), z.boolean())),
})
export type ChangeMcpServer = z.infer<typeof changeMcpServerSchema>

/** Response of `POST /api/mcp-servers/:id/sign-in`: the page that the browser opens. */
export const mcpSignInSchema = z.object({ url: z.string() })
export type McpSignIn = z.infer<typeof mcpSignInSchema>

/** Body of `POST /api/mcp-servers/signed-in`: the parameters of the OAuth redirect. */
export const mcpSignedInSchema = z.strictObject({
  state: z.string().check(z.maxLength(200)),
  code: z.string().check(z.minLength(1), z.maxLength(4_000)),
  iss: z.optional(z.string().check(z.maxLength(1_000))),
})
export type McpSignedIn = z.infer<typeof mcpSignedInSchema>
