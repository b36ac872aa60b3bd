import type { ToolCall } from '#contract/chat/chat.ts'

/** Tools that make models; others only speak of them. */
const makers = new Set(['make_3d_model', 'change_model'])

/** Whether there is something to see of a call besides its words. */
export const isResultOf = ({ name, taskId, assetIds = [], pictureIds = [] }: ToolCall): boolean =>
  pictureIds.length > 0 || (makers.has(name) && (taskId !== undefined || assetIds.length > 0))
