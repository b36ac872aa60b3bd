import { z } from 'zod'
import type { Source } from '#contract/chat/chat.ts'
import type { ChatTool } from '#contract/chat/settings.ts'
import type { ToolAnswer, ToolProgress, ToolQuestion } from '#contract/chat/tool-question.ts'

export type ChatPicture = { id: string; name: string }

export type ToolContext = {
  signal: AbortSignal
  /** Number of sources that the answer has already. The next source gets the following number. */
  sourceCount: number
  conversationId: string
  /**
   * Idempotency key of purchases. The key stays the same when a call is repeated after a restart.
   */
  orderId: string
  canSee: boolean | undefined
  pictures: () => Promise<ChatPicture[]>
  models: () => Promise<string[]>
  onProgress?: ((progress: ToolProgress) => void) | undefined
  /** Asks the person during the tool call. Absent if nobody can answer. */
  ask?:
    | ((question: Omit<ToolQuestion, 'id'>) => Promise<Omit<ToolAnswer, 'questionId'>>)
    | undefined
}

export type ToolResult =
  | string
  | {
      text: string
      sources?: Source[]
      structured?: Record<string, unknown>
      pictures?: { bytes: Uint8Array; name: string }[]
      assetIds?: string[]
      /** True if the MCP server of the tool has a page that shows the result. */
      hasApp?: true
      /** Data of the result for this page, which the model does not get. */
      appMeta?: Record<string, unknown>
    }

/** Whether a tool call needs a person's permission, and its price. */
export type CallPermission = {
  asks: boolean
  price?: string
  /** Upper bound of the price. Absent if the price is not known in US dollars. */
  priceUsd?: number
}

export type Tool = ChatTool & {
  /**
   * Effect of a call: `reads` runs without permission, `sends` transmits its arguments to another
   * service, and `changes` modifies data. `sends` and `changes` need a person's permission.
   */
  effect: 'reads' | 'sends' | 'changes'
  /**
   * Name under which a permanent permission is stored. Default: the tool's name. A new name makes
   * the tool ask again.
   */
  allowedAs?: string
  makesTask?: boolean
  /** True if repeating a call has no further effect. Default: true for tools that only read. */
  isRepeatable?: boolean
  /** True if the tool numbers its sources. The calls of such a tool run one after another. */
  cites?: boolean
  /** Schema of the arguments, for callers that check arguments in advance. */
  input?: z.ZodObject
  /**
   * Schema of `structured`. With a schema, every successful call returns structured data. Without a
   * schema, the result has only text and files.
   */
  output?: z.ZodObject
  /** Maximum duration of a call. Default: one minute. */
  timeoutMs?: number
  isOffered?: () => boolean
  /** Returns whether this call needs permission, and its price. By default, `effect` decides. */
  checkPermission?: (given: Record<string, unknown>, signal: AbortSignal) => Promise<CallPermission>
  /**
   * Runs the tool.
   * @param given unchecked arguments, because models do not always follow the schema.
   * @returns the result for the model.
   * @throws {ToolError} for invalid arguments. {HttpError} if a service fails.
   */
  run: (given: Record<string, unknown>, context: ToolContext) => ToolResult | Promise<ToolResult>
}

/** Thrown if the arguments of a call are invalid. The model receives the message. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

type Defined<Input extends z.ZodObject> = Omit<Tool, 'parameters' | 'run' | 'checkPermission'> & {
  input: Input
  checkPermission?: (given: z.infer<Input>, signal: AbortSignal) => Promise<CallPermission>
  run: (given: z.infer<Input>, context: ToolContext) => ToolResult | Promise<ToolResult>
}

/**
 * Creates a tool whose arguments are checked against a schema. The model receives an explanation of
 * invalid arguments.
 */
export function defineTool<Input extends z.ZodObject>({
  input,
  checkPermission,
  run,
  ...tool
}: Defined<Input>): Tool {
  const { output } = tool
  return {
    ...tool,
    input,
    parameters: toToolJsonSchema(input),
    ...(checkPermission && {
      checkPermission: (given, signal) => checkPermission(parse(input, given), signal),
    }),
    run: async (given, context) => {
      const result = await run(parse(input, given), context)
      return output ? withOutput(output, result) : result
    },
  }
}

/**
 * Drops structured data that does not match the schema, because a paid result must not be lost.
 * @throws {Error} if a tool returns no structured data, which is a bug in the tool.
 */
function withOutput(output: z.ZodObject, result: ToolResult): ToolResult {
  if (typeof result === 'string') throw new Error('A tool with an output must give it.')
  const { data, error } = output.safeParse(result.structured)
  if (!error) return { ...result, structured: data }
  console.error('A tool’s output is not as it says.', error)
  const { structured: _, ...others } = result
  return others
}

/** Returns the JSON Schema that services accept, without keywords for validators. */
export function toToolJsonSchema(input: z.ZodObject): Record<string, unknown> {
  const { $schema: _, additionalProperties: __, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return schema
}

/**
 * Parses arguments without their `null` values, because some models write `null` for omitted
 * values.
 * @throws {ToolError}
 */
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
