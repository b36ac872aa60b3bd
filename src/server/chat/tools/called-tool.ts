import type { ToolCall } from '#contract/chat/chat.ts'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'

/** A tool call with further fields, which the page does not receive. */
export type CalledTool = ToolCall & {
  /**
   * Number of the model's response that contained the call. Calls of one response have the same
   * round.
   */
  round: number
  upstreamId: string
  /**
   * Idempotency key of purchases, as in `ToolContext`. Absent in calls that earlier versions
   * stored.
   */
  orderId?: string
  priceUsd?: number
  /** Data of the result for the app of the tool. */
  appMeta?: Record<string, unknown>
  /**
   * A person's reply to the call's question. Set if the reply reached a server that does not run
   * the call.
   */
  answer?: ToolAnswer
}

export const toPublicCall = (called: CalledTool): ToolCall => {
  const { index, name, title, arguments: given, status, result, at, durationMs } = called
  const { price, taskId, assetIds, pictureIds, structured, progress, question, hasApp } = called
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
    ...(hasApp !== undefined && { hasApp }),
    ...(status === 'running' && progress && { progress }),
    ...(status === 'running' && question && { question }),
  }
}

export const isOver = ({ status }: Pick<ToolCall, 'status'>): boolean =>
  status !== 'asking' && status !== 'running'
