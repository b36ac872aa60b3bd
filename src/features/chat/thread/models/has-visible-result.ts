import type { ToolCall } from '#contract/chat/chat.ts'

/** Tools that create models; the results of others only mention models. */
const makers = new Set(['make_3d_model', 'change_model'])

export const hasVisibleResult = ({
  name,
  taskId,
  assetIds = [],
  pictureIds = [],
}: ToolCall): boolean =>
  pictureIds.length > 0 || (makers.has(name) && (taskId !== undefined || assetIds.length > 0))
