import type { Source } from '#contract/chat.ts'
import type { ChatTool } from '#contract/chat-settings.ts'

export type ToolContext = {
  /** Fires when the answer is wanted no more. */
  signal: AbortSignal
  /** Sources that the answer has already; the next one is cited by the number after it. */
  sourceCount: number
}

/** What the model is told, and what of it can be cited. */
export type ToolResult = string | { text: string; sources: Source[] }

/** Something that a model may call in the middle of an answer. It changes nothing. */
export type Tool = ChatTool & {
  /** Whether there is what it needs; absent: always. */
  isOffered?: () => boolean
  /**
   * @param given the arguments, of any form: models do not always keep to the schema.
   * @returns what the model is told.
   * @throws {ToolError} when the arguments make no sense; {HttpError} when a service does not answer.
   */
  run: (given: Record<string, unknown>, context: ToolContext) => ToolResult | Promise<ToolResult>
}

/** The arguments of a call make no sense. The message is for the model. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}
