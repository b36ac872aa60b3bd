import { text, boolean, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { jsonb, moment } from '../columns.ts'
import type { ChatApi, Connection } from '#contract/connections.ts'
import { users, teams } from './access.ts'
import type { McpServer } from '#contract/mcp-servers.ts'
import type { WebApi, WebApiAuth } from '#contract/web-apis.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'

const connectionColumns = {
  /** First part of the ids of the connection's models. */
  id: text().primaryKey(),
  kind: text().notNull(),
  name: text().notNull(),
  address: text(),
  secrets: jsonb().$type<Record<string, SealedSecret>>().notNull(),
  /** API that the connection uses. Null: `auto`. */
  chatApi: text('chat_api').$type<ChatApi>(),
  isOn: boolean('is_on').notNull().default(true),
  modelCount: integer('model_count'),
  lastAnsweredAt: moment('last_answered_at'),
  problem: jsonb().$type<Connection['problem']>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  changedAt: moment('changed_at').notNull().defaultNow(),
}

export const connections = pgTable('connections', {
  ...connectionColumns,
  /**
   * Always `owner`, because the column is required but the server's connections have no personal
   * owner.
   */
  owner: text().notNull(),
})

/** Connections of one person or one team. Each row has one of the two ids. */
export const ownConnections = pgTable('own_connections', {
  ...connectionColumns,
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  teamId: text('team_id').references(() => teams.id, { onDelete: 'cascade' }),
})

export const mcpServers = pgTable('mcp_servers', {
  /** First part of the names of the MCP server's tools. */
  id: text().primaryKey(),
  /** Id of the person who added the server. Always `owner` while there are no accounts. */
  owner: text().notNull(),
  name: text().notNull(),
  /** Null if this server starts the MCP server with `command`. */
  address: text(),
  command: jsonb().$type<string[]>(),
  /** Values of headers or environment variables by name, encrypted by `Vault`. */
  secrets: jsonb().$type<Record<string, SealedSecret>>().notNull(),
  isOn: boolean('is_on').notNull().default(true),
  tools: jsonb().$type<KeptTool[]>().notNull(),
  status: jsonb().$type<McpStatus>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** APIs whose operations are tools. Their OpenAPI documents are not stored. */
export const webApis = pgTable('web_apis', {
  id: text().primaryKey(),
  name: text().notNull(),
  documentAddress: text('document_address'),
  baseAddress: text('base_address').notNull(),
  format: text().notNull(),
  auth: jsonb().$type<WebApiAuth>().notNull(),
  /** Secret that is sent with each request, encrypted by `Vault`. */
  key: jsonb().$type<SealedSecret>(),
  isOn: boolean('is_on').notNull().default(true),
  operations: jsonb().$type<KeptTool[]>().notNull(),
  odd: jsonb().$type<{ name: string; problem: string }[]>().notNull(),
  problem: jsonb().$type<WebApi['problem']>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** How one argument of a tool becomes a part of the request. */
export type RequestParam = {
  arg: string
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  isRequired: boolean
  /**
   * How lists and objects are written: repeated, joined with a character, as JSON, or
   * `name[key]=value`.
   */
  style: 'repeat' | 'comma' | 'space' | 'pipe' | 'json' | 'deep'
}

export type RequestBody = {
  arg: string
  isRequired: boolean
  form: 'json' | 'urlencoded' | 'multipart' | 'text'
  mediaType: string
}

/** How the arguments of an operation of a web API become a request. */
export type OperationRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  params: RequestParam[]
  body?: RequestBody
}

export type ToolDefinition = {
  title: string
  description: string
  parameters: Record<string, unknown>
  hash: string
  request?: OperationRequest
  app?: ToolApp
}

/** How a tool of an MCP server takes part in MCP Apps. */
export type ToolApp = {
  /** Address of the page that shows the tool's result. */
  uri?: string
  isHiddenFromModels?: boolean
  isHiddenFromApps?: boolean
}

/**
 * Tool of an MCP server. While the tool is on, this is the definition at the time when the tool was
 * turned on.
 */
export type KeptTool = ToolDefinition & {
  name: string
  isOn: boolean
  isGone?: boolean
  next?: ToolDefinition
}

export type McpStatus = Pick<
  McpServer,
  'software' | 'revision' | 'lastAnsweredAt' | 'problem' | 'leftOutCount' | 'oddTools'
>

/** Imported 3D models of connections. Deleted with the connection. */
export const importedModels = pgTable(
  'imported_models',
  {
    id: text().primaryKey(),
    /** May be a connection of the environment, which has no row. */
    connectionId: text('connection_id').notNull(),
    model: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    /** The pasted source, from which the schema can be read again. */
    source: text().notNull(),
    paramSchema: jsonb('param_schema').$type<ParamSchema>().notNull(),
    leftOut: jsonb('left_out').$type<string[]>().notNull(),
    output: text(),
    wire: jsonb().$type<unknown>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.connectionId, table.model)],
)

/** An encrypted secret, with the part of it that may be shown. */
export type SealedSecret = { sealed: string; hint: string; setAt: string }
