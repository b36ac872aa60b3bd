import type { KeptTool, ToolDefinition } from '../store/schema.ts'
import type { ListedTool } from './tool-definition.ts'
import { hashValue } from '../tool-schemas/hash-value.ts'

/**
 * Merges a new list of tools with the stored list. If the definition of an enabled tool has
 * changed, the tool is paused until a person accepts the new definition.
 */
export function keepTools(
  kept: readonly KeptTool[],
  listed: readonly ListedTool[],
): { tools: KeptTool[]; isChanged: boolean } {
  const before = new Map(kept.map((tool) => [tool.name, tool]))
  const now = new Set(listed.map(({ name }) => name))
  const gone = kept
    .filter(({ name, isOn }) => isOn && !now.has(name))
    .map((tool) => ({ ...tool, isGone: true }))
  const there = listed.map(({ name, definition }): KeptTool => {
    const known = before.get(name)
    if (!known?.isOn) return { name, ...definition, isOn: false }
    const { next: _, isGone: __, ...rest } = known
    return known.hash === definition.hash
      ? withApp(rest, definition)
      : { ...rest, next: definition }
  })
  const tools = [...there, ...gone].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { tools, isChanged: hashValue(tools) !== hashValue(kept) }
}

export function turnTool(tool: KeptTool, isOn: boolean): KeptTool {
  const { next, ...rest } = tool
  if (!next) return { ...rest, isOn }
  return withApp({ ...rest, ...next, isOn }, next)
}

/** Returns the tool with the app of its newest definition, which needs no permission. */
function withApp(tool: KeptTool, { app }: ToolDefinition): KeptTool {
  const { app: _, ...rest } = tool
  return { ...rest, ...(app && { app }) }
}

export const isOffered = ({ isOn, isGone, next }: KeptTool): boolean =>
  isOn && isGone !== true && next === undefined
