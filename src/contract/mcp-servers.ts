import * as z from 'zod/mini'
import { failureSchema } from './errors.ts'
import { headersSchema } from './headers.ts'

/** First part of its tools' names, `files` in `files__read`. */
export const mcpServerIdSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,19}$/))

/** MCP servers that there can be. */
export const mcpServersMax = 30
/** Tools of one server that are looked at. */
export const mcpToolsMax = 128

/** A tool of an MCP server, as it is kept here. */
export const mcpToolSchema = z.object({
  /** As the server calls it. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** Models may be offered it. */
  isOn: z.boolean(),
  /** The server no longer lists it. */
  isGone: z.optional(z.boolean()),
  /** Defined differently since somebody turned it on; it is not offered until they turn it on again. */
  change: z.optional(
    z.object({
      description: z.string(),
      /** Whether it takes other arguments, too. */
      hasOtherArguments: z.boolean(),
    }),
  ),
})
export type McpTool = z.infer<typeof mcpToolSchema>

/** An MCP server whose tools chats can use. */
export const mcpServerSchema = z.object({
  id: mcpServerIdSchema,
  name: z.string(),
  /** Absent for one that is a command on this machine. */
  address: z.optional(z.string()),
  /** Program and arguments. */
  command: z.optional(z.array(z.string())),
  isOn: z.boolean(),
  /** Names of the headers, or of a command's variables, that are sent along; values never come back. */
  secrets: z.array(z.object({ id: z.string(), hint: z.string() })),
  /** OAuth client that was registered by hand at the server's authorization server. */
  clientId: z.optional(z.string()),
  /** Whether a person has signed in there, or has to. */
  signIn: z.optional(z.enum(['wanted', 'done'])),
  tools: z.array(mcpToolSchema),
  /** Tools that it lists and that cannot be used here. */
  leftOutCount: z.int().check(z.nonnegative()),
  /** What it calls itself, with its version. */
  software: z.optional(z.string()),
  /** Revision of the protocol that it answered in. */
  revision: z.optional(z.string()),
  lastAnsweredAt: z.optional(z.iso.datetime()),
  /** What went wrong last; absent once it has answered again. */
  problem: z.optional(z.extend(failureSchema, { at: z.iso.datetime() })),
})
export type McpServer = z.infer<typeof mcpServerSchema>

/** `GET /api/mcp-servers`. */
export const mcpServerListSchema = z.object({
  servers: z.array(mcpServerSchema),
  /** Whether commands on this machine may be added. */
  takesCommands: z.boolean(),
})
export type McpServerList = z.infer<typeof mcpServerListSchema>

const nameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(60, 'A name has at most 60 characters.'),
  )
const addressSchema = z
  .url({ protocol: /^https?$/, error: 'Enter an http:// or https:// address.' })
  .check(
    z.maxLength(500, 'An address has at most 500 characters.'),
    z.refine((address) => !/^https?:\/\/[^/]*@/.test(address), {
      error: 'Enter the address without a name or password.',
    }),
  )
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

/** An OAuth client that was registered by hand; without a secret it is a public one. */
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

/** `POST /api/mcp-servers`: with either an address or a command. */
export const createMcpServerSchema = z
  .strictObject({
    name: nameSchema,
    address: z.optional(addressSchema),
    command: z.optional(commandSchema),
    /** Headers for an address, variables for a command. */
    secrets: z.optional(headersSchema),
    client: z.optional(registeredClientSchema),
  })
  .check(
    z.refine(({ address, command }) => (address === undefined) !== (command === undefined), {
      error: 'Enter an address.',
    }),
  )
export type CreateMcpServer = z.infer<typeof createMcpServerSchema>

/** `PATCH /api/mcp-servers/:id`. */
export const changeMcpServerSchema = z.strictObject({
  name: z.optional(nameSchema),
  isOn: z.optional(z.boolean()),
  secrets: z.optional(headersSchema),
  /** `null` removes the client; any change ends the sign-in. */
  client: z.optional(z.nullable(registeredClientSchema)),
  /** Tools to turn on, which also accepts how they are defined by now, or off. */
  tools: z.optional(z.record(z.string().check(z.maxLength(128)), z.boolean())),
})
export type ChangeMcpServer = z.infer<typeof changeMcpServerSchema>

/** Answer of `POST /api/mcp-servers/:id/sign-in`: where the person goes. */
export const mcpSignInSchema = z.object({ url: z.string() })
export type McpSignIn = z.infer<typeof mcpSignInSchema>

/** `POST /api/mcp-servers/signed-in`: what came back with the person. */
export const mcpSignedInSchema = z.strictObject({
  state: z.string().check(z.maxLength(200)),
  code: z.string().check(z.minLength(1), z.maxLength(4_000)),
  iss: z.optional(z.string().check(z.maxLength(1_000))),
})
export type McpSignedIn = z.infer<typeof mcpSignedInSchema>
