import type { SchemaName } from './schemas.ts'

/** The content of a request or response: JSON, events or a form with a schema, or another MIME type. */
export type Content =
  | { json: SchemaName }
  | { events: SchemaName }
  | { form: SchemaName }
  | { type: string }

export type Operation = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Path with `{name}` for variable parts. A model's id may contain slashes. */
  path: string
  /** Other paths of the same operation. */
  aliases?: string[]
  group: Group
  /** Short description of the operation. */
  summary: string
  description?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** One body for each content type. */
  request?: readonly Content[]
  /** An example body that works unchanged, or nearly. */
  example?: object
  /** Responses by status. Errors have the schema of the group, unless `error` is set. */
  answers: Record<number, { description: string; content?: Content[] }>
  /** Schema of errors, if it differs from the group's. */
  error?: SchemaName
  /** True if no key is required. */
  isOpen?: boolean
}

export type Group = 'Chat' | 'Generation' | 'Queue' | 'Files' | 'Catalogue'
