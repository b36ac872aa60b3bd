import { createHash } from 'node:crypto'
import { isRecord, type Fields } from '#lib/fields.ts'
import { HttpError } from '../../../errors/http-error.ts'

/** Tool of a request, which models call by `name`. */
export type ClientTool = { kind: 'function' | 'custom'; name: string; namespace?: string }

export type ToolNames = ReadonlyMap<string, ClientTool>

const nameLengthMax = 64
const hashLength = 8

/**
 * Converts the tools of a request to functions.
 * @param options.dropsHosted true to omit tools that OpenAI runs. Codex sends some with every
 * request.
 * @returns the functions, and the names with which calls are converted back.
 * @throws {HttpError} `bad_request` with the name of a tool that no other service has.
 */
export function toFunctions(
  tools: readonly unknown[],
  { dropsHosted }: { dropsHosted: boolean },
): { functions: Fields[]; names: ToolNames } {
  const names = new Map<string, ClientTool>()
  const functions: Fields[] = []
  const add = (tool: Fields, kind: ClientTool['kind'], namespace?: string) => {
    const name = typeof tool['name'] === 'string' ? tool['name'] : ''
    const flat = toFlatName(name, namespace)
    if (names.has(flat)) throw wrong('tools', `Two tools are called “${flat.slice(0, 100)}”.`)
    names.set(flat, { kind, name, ...(namespace !== undefined && { namespace }) })
    functions.push(kind === 'custom' ? toTextFunction(tool, flat) : toFunction(tool, flat))
  }
  for (const [at, tool] of tools.entries()) {
    if (!isRecord(tool)) throw wrong(`tools[${at}]`, 'A tool must be an object with a type.')
    const { type } = tool
    if (type === 'function' || type === 'custom') {
      if (typeof tool['name'] !== 'string' || tool['name'] === '') {
        throw wrong(`tools[${at}].name`, 'A tool must have a name.')
      }
      add(tool, type)
    } else if (type === 'namespace' && Array.isArray(tool['tools'])) {
      for (const inner of tool['tools'].filter(isRecord)) {
        add(inner, inner['type'] === 'custom' ? 'custom' : 'function', String(tool['name']))
      }
    } else if (!dropsHosted) {
      throw wrong(
        `tools[${at}].type`,
        `The tool “${String(type).slice(0, 100)}” runs at OpenAI, and this model has no such tool. Leave it out, or define a function.`,
      )
    }
  }
  return { functions, names }
}

/**
 * Returns the name under which models see a tool in a namespace. A long name is shortened and ends
 * with a hash.
 */
export function toFlatName(name: string, namespace?: string): string {
  if (namespace === undefined || namespace === '') return name
  const flat = `${namespace}__${name}`
  if (flat.length <= nameLengthMax) return flat
  const hash = createHash('sha256').update(flat).digest('hex').slice(0, hashLength)
  return `${flat.slice(0, nameLengthMax - hashLength - 1)}_${hash}`
}

function toFunction({ description, parameters, strict }: Fields, name: string): Fields {
  return {
    type: 'function',
    function: {
      name,
      ...(typeof description === 'string' && { description }),
      parameters: isRecord(parameters) ? parameters : { type: 'object', properties: {} },
      ...(typeof strict === 'boolean' && { strict }),
    },
  }
}

function toTextFunction({ description, format }: Fields, name: string): Fields {
  const grammar =
    isRecord(format) && format['type'] === 'grammar'
      ? `\n\nThe text in \`input\` must follow this ${String(format['syntax'])} grammar:\n${String(format['definition'])}`
      : ''
  return {
    type: 'function',
    function: {
      name,
      description: `${typeof description === 'string' ? description : ''}${grammar}`.trim(),
      parameters: {
        type: 'object',
        properties: { input: { type: 'string', description: 'The whole input as plain text.' } },
        required: ['input'],
        additionalProperties: false,
      },
    },
  }
}

/** Converts `tool_choice`, which may restrict the tools to some functions. */
export function toToolChoice(choice: unknown, functions: readonly Fields[]): Fields {
  if (functions.length === 0) return {}
  if (choice == null) return { tools: functions }
  if (typeof choice === 'string') return { tools: functions, tool_choice: choice }
  if (!isRecord(choice)) throw wrong('tool_choice', 'tool_choice must be a string or an object.')
  const { type, name, namespace, mode, tools } = choice
  if (type === 'function' || type === 'custom') {
    const flat = toFlatName(String(name), typeof namespace === 'string' ? namespace : undefined)
    return { tools: functions, tool_choice: { type: 'function', function: { name: flat } } }
  }
  if (type === 'allowed_tools' && Array.isArray(tools)) {
    const allowed = new Set(tools.filter(isRecord).map((tool) => tool['name']))
    const kept = functions.filter(({ function: one }) => isRecord(one) && allowed.has(one['name']))
    return { tools: kept, tool_choice: mode === 'required' ? 'required' : 'auto' }
  }
  throw wrong('tool_choice', `tool_choice “${String(type).slice(0, 100)}” is not supported.`)
}

const wrong = (path: string, message: string) =>
  new HttpError('bad_request', message, { issues: [{ path, message }] })

/** Returns the plain text from the arguments of a custom tool's call. */
export function toInputText(given: string): string {
  try {
    const parsed: unknown = JSON.parse(given)
    if (isRecord(parsed) && typeof parsed['input'] === 'string') return parsed['input']
  } catch {
    // Some models send plain text instead of JSON.
  }
  return given
}
