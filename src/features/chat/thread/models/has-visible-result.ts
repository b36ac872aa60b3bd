import type { ToolCall } from '#contract/chat/chat.ts'

/** Only these tools create models. The results of other tools mention existing models. */
const makers = new Set(['make_3d_model', 'change_model'])

export const hasVisibleResult = ({
  name,
  taskId,
  assetIds = [],
  pictureIds = [],
  hasApp = false,
}: ToolCall): boolean =>
  hasApp ||
  pictureIds.length > 0 ||
  (makers.has(name) && (taskId !== undefined || assetIds.length > 0))
