import type { ChatTool } from '#contract/chat-settings.ts'

/** Something that a model may call in the middle of an answer. It changes nothing. */
export type Tool = ChatTool & {
  /**
   * @param given the arguments, of any form: models do not always keep to the schema.
   * @returns what the model is told.
   * @throws {ToolError} when the arguments make no sense.
   */
  run: (given: Record<string, unknown>) => string
}

/** The arguments of a call make no sense. The message is for the model. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}
