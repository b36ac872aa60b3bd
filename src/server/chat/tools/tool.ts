import { z } from 'zod'
import type { Source } from '#contract/chat/chat.ts'
import type { ChatTool } from '#contract/chat/settings.ts'
import type { ToolAnswer, ToolProgress, ToolQuestion } from '#contract/chat/tool-question.ts'

/** A picture that belongs to the chat: somebody attached it, or an answer made it. */
export type ChatPicture = { id: string; name: string }

export type ToolContext = {
  /** Fires when the answer is wanted no more, or the call takes too long. */
  signal: AbortSignal
  /** Sources that the answer has already; the next one is cited by the number after it. */
  sourceCount: number
  conversationId: string
  /** Stays the same when the call is made again after a restart: what is bought under it is bought once. */
  orderId: string
  /** Whether the model looks at pictures; `undefined`: not known. */
  canSee: boolean | undefined
  /** Of the chat up to here, oldest first. */
  pictures: () => Promise<ChatPicture[]>
  /** Ids of the models that were made or looked at in the chat, oldest first. */
  models: () => Promise<string[]>
  onProgress?: ((progress: ToolProgress) => void) | undefined
  /** Asks the person in the middle of the call; absent where nobody can answer. */
  ask?:
    | ((question: Omit<ToolQuestion, 'id'>) => Promise<Omit<ToolAnswer, 'questionId'>>)
    | undefined
}

/** What the model is told, and what comes with it. */
export type ToolResult =
  | string
  | {
      text: string
      /** What of it can be cited. */
      sources?: Source[]
      /** The same for programs. */
      structured?: Record<string, unknown>
      /** Files that the model is shown, and the person too. */
      pictures?: { bytes: Uint8Array; name: string }[]
      /** Models of the library that the person is shown. */
      assetIds?: string[]
    }

/** What is asked of a person before a call is made. */
export type Leave = {
  asks: boolean
  /** In words, of a call that costs something. */
  price?: string
  /** The most that it costs; absent where that is not known in US dollars. */
  priceUsd?: number
}

/** Something that a model may call in the middle of an answer. */
export type Tool = ChatTool & {
  /**
   * `reads`: runs without asking. `sends`: its arguments leave this server. `changes`: something is not as
   * before. The latter two ask first.
   */
  effect: 'reads' | 'sends' | 'changes'
  /** What a person allows who always allows it; absent: its name. One that changes asks again. */
  allowedAs?: string
  /** The result stands in the library under the call's own id, as a 3D task. */
  makesTask?: boolean
  /** The same call again does no harm, because it does nothing or does it once; absent: only where it reads. */
  isRepeatable?: boolean
  /** Numbers its sources, so that two of them wait for each other. */
  cites?: boolean
  /** Of the arguments, for those who check them before. */
  input?: z.ZodObject
  /** Of `structured`, which every call that goes well then has; absent: the words and the files are all there is. */
  output?: z.ZodObject
  /** How long a call may take; absent: a minute. */
  timeoutMs?: number
  /** Whether there is what it needs; absent: always. */
  isOffered?: () => boolean
  /** Whether this call asks, and what it costs; absent: as `effect` says. */
  leave?: (given: Record<string, unknown>, signal: AbortSignal) => Promise<Leave>
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

type Defined<Input extends z.ZodObject> = Omit<Tool, 'parameters' | 'run' | 'leave'> & {
  input: Input
  leave?: (given: z.infer<Input>, signal: AbortSignal) => Promise<Leave>
  run: (given: z.infer<Input>, context: ToolContext) => ToolResult | Promise<ToolResult>
}

/** A tool from a schema: the model is told what it is, and arguments that do not fit are answered in words. */
export function defineTool<Input extends z.ZodObject>({
  input,
  leave,
  run,
  ...tool
}: Defined<Input>): Tool {
  const { output } = tool
  return {
    ...tool,
    input,
    parameters: jsonSchemaOf(input),
    ...(leave && { leave: (given, signal) => leave(parse(input, given), signal) }),
    run: async (given, context) => {
      const result = await run(parse(input, given), context)
      return output ? withOutput(output, result) : result
    },
  }
}

/**
 * Programs get what the schema says or nothing: what was made, and perhaps paid for, is not lost over it.
 *
 * @throws {Error} where there is nothing at all, which is a mistake in the tool.
 */
function withOutput(output: z.ZodObject, result: ToolResult): ToolResult {
  if (typeof result === 'string') throw new Error('A tool with an output must give it.')
  const { data, error } = output.safeParse(result.structured)
  if (!error) return { ...result, structured: data }
  console.error('A tool’s output is not as it says.', error)
  const { structured: _, ...others } = result
  return others
}

/** As services take it: without what only validators want. */
export function jsonSchemaOf(input: z.ZodObject): Record<string, unknown> {
  const { $schema: _, additionalProperties: __, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return schema
}

/** Some models write `null` for what they leave out. @throws {ToolError} */
function parse<Input extends z.ZodObject>(
  input: Input,
  given: Record<string, unknown>,
): z.infer<Input> {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const { data, error } = input.safeParse(said)
  if (!error) return data
  const [issue] = error.issues
  const place = issue?.path.join('.')
  throw new ToolError(
    place ? `“${place}”: ${issue?.message}` : (issue?.message ?? 'These arguments do not fit.'),
  )
}
