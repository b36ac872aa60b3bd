import { cutText } from '#lib/cut-text.ts'
import { asRecord, asString, isList, isRecord, type Fields } from '#lib/fields.ts'
import { toolTitle } from '#lib/tool-title.ts'
import { toOddTool, type OddTool } from './mend-tool-list.ts'
import { hashValue } from '../tool-schemas/hash-value.ts'
import { storable, storedJson } from '../store/storable.ts'
import type { ToolApp, ToolDefinition } from '../store/schema.ts'

/** Maximum length of a tool's name that chat services accept. */
const nameLengthMax = 64
const titleLengthMax = 80
/**
 * Maximum length of a description, in characters, because descriptions are sent with every
 * question.
 */
const descriptionLengthMax = 2_000
const schemaLengthMax = 16_000
const schemaDepthMax = 16

export type ListedTool = { name: string; definition: ToolDefinition }

/**
 * Parses a tool from an MCP server's list and reduces it to the fields that models need.
 * @returns the problem of an unusable tool: an invalid name, arguments whose schema is too large,
 * too deep or refers to other documents, or a tool that runs only as a task.
 */
export function readTool(listed: unknown): ListedTool | OddTool {
  const { name, title, description, inputSchema, annotations, execution, _meta } = asRecord(listed)
  if (typeof name !== 'string' || !/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,128}$/u.test(name)) {
    const problem = 'Its name is longer than 128 characters, or has invisible characters.'
    return toOddTool(asString(name), problem)
  }
  // Tools that return tasks are not supported.
  if (asRecord(execution)['taskSupport'] === 'required')
    return toOddTool(name, 'It only runs as a task, which is not supported.')
  const parameters = readParameters(inputSchema)
  if (typeof parameters === 'string') return toOddTool(name, parameters)
  const said = {
    title: line(asString(title) || asString(asRecord(annotations)['title']) || name),
    description: cutText(storable(asString(description)).trim(), descriptionLengthMax),
    parameters,
  }
  // The app is not part of the hash, because the definition is what the model and the person see.
  return {
    name,
    definition: { ...said, hash: hashValue({ name, ...said }), ...readToolApp(_meta) },
  }
}

/** Reads the metadata of MCP Apps, revision 2026-01-26, or its earlier key for the address. */
function readToolApp(meta: unknown): { app?: ToolApp } {
  const { ui, 'ui/resourceUri': earlier } = asRecord(meta)
  const { resourceUri = earlier, visibility } = asRecord(ui)
  const isUri =
    typeof resourceUri === 'string' &&
    resourceUri.length <= 2_000 &&
    /^ui:\/\/\S+$/.test(resourceUri)
  const seenBy = isList(visibility) ? visibility : ['model', 'app']
  const app: ToolApp = {
    ...(isUri && { uri: storable(resourceUri) }),
    ...(!seenBy.includes('model') && { isHiddenFromModels: true }),
    ...(!seenBy.includes('app') && { isHiddenFromApps: true }),
  }
  return Object.keys(app).length > 0 ? { app } : {}
}

const line = (text: string): string =>
  cutText(storable(text).replaceAll(/\s+/g, ' ').trim(), titleLengthMax)

/** @returns the schema, or why it cannot be used. */
function readParameters(schema: unknown): Fields | string {
  if (!isRecord(schema) || (schema['type'] ?? 'object') !== 'object')
    return 'Its arguments are not an object.'
  const { $schema: _, ...rest } = schema
  const parameters = { properties: {}, ...rest, type: 'object' }
  if (!isPlain(parameters, 0))
    return 'The schema of its arguments is nested too deeply, or refers to another document.'
  if (JSON.stringify(parameters).length > schemaLengthMax)
    return `The schema of its arguments is longer than ${schemaLengthMax} characters.`
  return storedJson(parameters)
}

function isPlain(value: unknown, depth: number): boolean {
  if (depth > schemaDepthMax) return false
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1))
  if (!isRecord(value)) return true
  const { $ref: ref } = value
  if (typeof ref === 'string' && !ref.startsWith('#')) return false
  return Object.values(value).every((item) => isPlain(item, depth + 1))
}

export const getToolTitle = ({ name, title }: { name: string; title: string }): string =>
  title === name ? toolTitle(name) : title

/**
 * Returns the tool's name for models, for example `files__read_file`. If services would reject the
 * name, it is shortened and ends with a part of its hash.
 */
export function nameForModels(serverId: string, name: string): string {
  const plain = `${serverId}__${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`
  if (plain.length <= nameLengthMax && plain.endsWith(name)) return plain
  return `${plain.slice(0, nameLengthMax - 7)}_${hashValue(name).slice(0, 6)}`
}
