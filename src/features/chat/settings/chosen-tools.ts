import type { ChatSettings, ChatTool } from '#contract/chat/settings.ts'
import type { ChatModel } from '#contract/models.ts'

/**
 * Returns the names of the tools that are on. Without a choice, the default tools are on if the
 * model is known to support tools, as on the server.
 */
export function getToolsOn(
  { tools }: ChatSettings,
  model: ChatModel | undefined,
  known: readonly ChatTool[],
): readonly string[] {
  if (tools) return tools
  if (model?.canUseTools !== true) return []
  return known.flatMap(({ name, isDefault }) => (isDefault ? name : []))
}
