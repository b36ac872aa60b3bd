import type { ChatSettings, ChatTool } from '#contract/chat/settings.ts'
import type { ChatModel } from '#contract/models.ts'

/**
 * Returns the names of the enabled tools. Without a choice of the user, enables the same tools as
 * the server.
 */
export function getToolsOn(
  { tools }: ChatSettings,
  model: ChatModel | undefined,
  known: readonly ChatTool[],
): readonly string[] {
  const chosen = tools ?? model?.assistant?.tools
  if (chosen) return chosen
  if (model?.canUseTools !== true) return []
  return known.flatMap(({ name, isDefault }) => (isDefault ? name : []))
}
