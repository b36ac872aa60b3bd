import type { ToolCall } from '#contract/chat/chat.ts'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'

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
  /** Answer to its question that was sent to another server than the one that runs the call. */
  answer?: ToolAnswer
}

export const toPublicCall = (called: CalledTool): ToolCall => {
  const { index, name, title, arguments: given, status, result, at, durationMs } = called
  const { price, taskId, assetIds, pictureIds, structured, progress, question } = called
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
    ...(status === 'running' && progress && { progress }),
    ...(status === 'running' && question && { question }),
  }
}

/** It needs nobody any more. */
export const isOver = ({ status }: Pick<ToolCall, 'status'>): boolean =>
  status !== 'asking' && status !== 'running'
