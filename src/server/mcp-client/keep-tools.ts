import type { KeptTool } from '../store/schema.ts'
import { hashOf, type ListedTool } from './tool-definition.ts'

/**
 * What is kept of a server's tools after it listed them: one that somebody turned on stays as it was defined
 * then, and waits for them where it is defined differently now.
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
    return known.hash === definition.hash ? rest : { ...rest, next: definition }
  })
  const tools = [...there, ...gone].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { tools, isChanged: hashOf(tools) !== hashOf(kept) }
}

/** A tool as somebody leaves it: turning it on accepts how it is defined by now. */
export function turnTool(tool: KeptTool, isOn: boolean): KeptTool {
  const { next, ...rest } = tool
  if (!next) return { ...rest, isOn }
  return { ...rest, ...next, isOn }
}

/** Whether models may be offered it. */
export const isOffered = ({ isOn, isGone, next }: KeptTool): boolean =>
  isOn && isGone !== true && next === undefined
