import { ownValue, setOwn } from '#lib/own-value.ts'

type Counts = Record<string, number>

const names = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
]

/**
 * Creates a counter that converts Anthropic's token usage to OpenAI's. Anthropic's prompt count
 * excludes cached tokens, OpenAI's includes them.
 */
export function createUsageSum() {
  const counts: Counts = {}
  let thinkingTokens: number | undefined
  let isTold = false

  return {
    add(usage: unknown): void {
      if (typeof usage !== 'object' || usage === null) return
      for (const name of names) {
        const count: unknown = Reflect.get(usage, name)
        if (isCount(count)) {
          setOwn(counts, name, count)
          isTold = true
        }
      }
      const details: unknown = Reflect.get(usage, 'output_tokens_details')
      const thought: unknown =
        typeof details === 'object' && details !== null
          ? Reflect.get(details, 'thinking_tokens')
          : undefined
      if (isCount(thought)) thinkingTokens = thought
    },
    told(): Record<string, unknown> | undefined {
      if (!isTold) return undefined
      const read = getCount(counts, 'cache_read_input_tokens')
      const written = getCount(counts, 'cache_creation_input_tokens')
      const prompt = getCount(counts, 'input_tokens') + read + written
      const completion = getCount(counts, 'output_tokens')
      return {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
        prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written },
        ...(thinkingTokens !== undefined && {
          completion_tokens_details: { reasoning_tokens: thinkingTokens },
        }),
      }
    },
  }
}

const getCount = (counts: Counts, name: string): number => ownValue(counts, name) ?? 0

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0
