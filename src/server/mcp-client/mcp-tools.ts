import { asRecord, isRecord } from '#lib/fields.ts'
import type { Tool } from '../chat/tools/tool.ts'
import type { KeptTool } from '../store/schema.ts'
import type { McpRow } from './mcp-rows.ts'
import { isOffered } from './keep-tools.ts'
import { wholeCallMs, type CallHooks } from './mcp-session.ts'
import { nameForModels, getToolTitle } from './tool-definition.ts'
import { toOfferedSchema } from '../tool-schemas/offered-schema.ts'
import { toToolResult } from './tool-result.ts'

/**
 * Calls a tool whose definition has the given hash.
 * @throws {ToolError} if the definition has changed. {HttpError}
 */
export type CallTool = (call: {
  name: string
  hash: string
  given: Record<string, unknown>
  signal: AbortSignal
  hooks: CallHooks
}) => Promise<unknown>

/**
 * Returns the enabled tools of a server by name. Each tool requires a person's permission, and
 * again after its definition has changed.
 */
export const createMcpTools = (row: McpRow, call: CallTool): Tool[] =>
  row.isOn
    ? row.tools.filter(isForModels).map(({ name, title, description, parameters, hash, app }) => {
        const known = nameForModels(row.id, name)
        return {
          name: known,
          allowedAs: `${known}#${hash}`,
          title: getToolTitle({ name, title }),
          from: row.name,
          effect: 'sends',
          description: `From the MCP server “${row.name}”. ${description}`,
          parameters: toOfferedSchema(parameters),
          timeoutMs: wholeCallMs,
          run: async (given, { signal, ask, onProgress }) => {
            const hooks = { ask, onProgress }
            const result = await call({ name, hash, given, signal, hooks })
            return {
              ...toToolResult(result, row.name),
              ...(app?.uri !== undefined && toAppResult(result)),
            }
          },
        } satisfies Tool
      })
    : []

const isForModels = (tool: KeptTool): boolean =>
  isOffered(tool) && tool.app?.isHiddenFromModels !== true

/** Maximum length of the data for an app, as JSON. */
const appMetaLengthMax = 32_000

/** Returns what the app of a tool gets in addition to the model's result. */
function toAppResult(result: unknown): { hasApp: true; appMeta?: Record<string, unknown> } {
  const { _meta: meta } = asRecord(result)
  const isShort = isRecord(meta) && JSON.stringify(meta).length <= appMetaLengthMax
  return { hasApp: true, ...(isShort && { appMeta: meta }) }
}
