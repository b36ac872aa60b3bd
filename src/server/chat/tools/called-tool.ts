import type { ToolCall } from '#contract/chat/chat.ts'

/** A tool call with what only the model needs to know. */
export type CalledTool = ToolCall & {
  /** Calls that the model made together, from 0. */
  round: number
  /** The model's own id of the call. */
  upstreamId: string
  /** See `ToolContext`. Of calls that earlier versions stored there is none. */
  orderId?: string
  /** See `Leave`. */
  priceUsd?: number
}

export const toPublicCall = (called: CalledTool): ToolCall => {
  const { index, name, title, arguments: given, status, result, at, durationMs } = called
  const { price, taskId, assetIds, pictureIds, structured } = called
  return {
    index,
    name,
    ...(title !== undefined && { title }),
    arguments: given,
    status,
    ...(result !== undefined && { result }),
    at,
    ...(durationMs !== undefined && { durationMs }),
    ...(price !== undefined && { price }),
    ...(taskId !== undefined && { taskId }),
    ...(assetIds !== undefined && { assetIds }),
    ...(pictureIds !== undefined && { pictureIds }),
    ...(structured !== undefined && { structured }),
  }
}

/** It needs nobody any more. */
export const isOver = ({ status }: Pick<ToolCall, 'status'>): boolean =>
  status !== 'asking' && status !== 'running'
