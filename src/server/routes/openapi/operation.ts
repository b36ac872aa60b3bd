import type { SchemaName } from './schemas.ts'

export type Content =
  | { json: SchemaName }
  | { events: SchemaName }
  | { form: SchemaName }
  | { type: string }

export type Operation = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Path with `{name}` for variable parts. A model's id may contain slashes. */
  path: string
  aliases?: string[]
  group: Group
  summary: string
  description?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  request?: readonly Content[]
  example?: object
  /**
   * Responses by status. An error response has the error schema of the operation's group, unless
   * `error` is set.
   */
  answers: Record<number, { description: string; content?: Content[] }>
  error?: SchemaName
  isOpen?: boolean
}

export type Group = 'Chat' | 'Generation' | 'Queue' | 'Files' | 'Catalogue'
