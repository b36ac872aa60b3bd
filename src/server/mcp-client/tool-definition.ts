import { createHash } from 'node:crypto'
import { cutText } from '#lib/cut-text.ts'
import { asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { toolTitle } from '#lib/tool-title.ts'
import { storable, storedJson } from '../store/storable.ts'
import type { ToolDefinition } from '../store/schema.ts'

/** What services take as the name of a tool. */
const nameLengthMax = 64
const titleLengthMax = 80
/** Some 500 tokens, sent with every question. */
const descriptionLengthMax = 2_000
const schemaLengthMax = 16_000
const schemaDepthMax = 16

/** What a server says of one of its tools; unknown until it is read. */
export type ListedTool = { name: string; definition: ToolDefinition }

/**
 * A tool as an MCP server lists it, cut to what models need.
 *
 * @returns undefined for a tool that cannot be used: without a name, with arguments that are too large to
 *   describe, nested too deeply or described elsewhere, or one that only runs as a task.
 */
export function readTool(listed: unknown): ListedTool | undefined {
  const { name, title, description, inputSchema, annotations, execution } = asRecord(listed)
  if (typeof name !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(name)) return undefined
  // Results of tasks are not fetched here.
  if (asRecord(execution)['taskSupport'] === 'required') return undefined
  const parameters = readParameters(inputSchema)
  if (!parameters) return undefined
  const said = {
    title: line(asString(title) || asString(asRecord(annotations)['title']) || name),
    description: cutText(storable(asString(description)).trim(), descriptionLengthMax),
    parameters,
  }
  return { name, definition: { ...said, hash: hashOf({ name, ...said }) } }
}

const line = (text: string): string =>
  cutText(storable(text).replaceAll(/\s+/g, ' ').trim(), titleLengthMax)

function readParameters(schema: unknown): Fields | undefined {
  if (!isRecord(schema) || (schema['type'] ?? 'object') !== 'object') return undefined
  const { $schema: _, ...rest } = schema
  const parameters = { properties: {}, ...rest, type: 'object' }
  if (!isPlain(parameters, 0)) return undefined
  if (JSON.stringify(parameters).length > schemaLengthMax) return undefined
  return storedJson(parameters)
}

/** Whether it is neither nested too deeply nor continued elsewhere: nothing is ever fetched for a schema. */
function isPlain(value: unknown, depth: number): boolean {
  if (depth > schemaDepthMax) return false
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1))
  if (!isRecord(value)) return true
  const { $ref: ref } = value
  if (typeof ref === 'string' && !ref.startsWith('#')) return false
  return Object.values(value).every((item) => isPlain(item, depth + 1))
}

/** The same whatever order a server writes the fields in. */
export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('base64url')
    .slice(0, 12)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}

/** What people call it: many servers give no more than a name, such as `read_file`. */
export const titleOf = ({ name, title }: { name: string; title: string }): string =>
  title === name ? toolTitle(name) : title

/**
 * What models call it: `files__read_file`. Of a name that services would not take, or that would be too long,
 * the end is a part of its hash, so that two never meet.
 */
export function nameForModels(serverId: string, name: string): string {
  const plain = `${serverId}__${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`
  if (plain.length <= nameLengthMax && plain.endsWith(name)) return plain
  return `${plain.slice(0, nameLengthMax - 7)}_${hashOf(name).slice(0, 6)}`
}
