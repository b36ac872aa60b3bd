/**
 * Smallest default context of Ollama, in tokens. Ollama cuts the beginning of a longer prompt
 * without an error.
 */
const allottedMin = 4_096
/** Number of tokens that are reserved for the answer if the request sets no limit. */
const answerTokensDefault = 2_048

/**
 * Returns the context size in tokens that a request needs. The current size is kept if it is large
 * enough, because a new size makes Ollama reload the model for seconds.
 * @param known.allotted size of the loaded model. Absent if no model is loaded.
 * @param known.chosen size that the user configured. Longer prompts are then truncated.
 * @param known.trained size that the model was trained with, if known.
 * @returns `undefined` to use Ollama's default.
 */
export function contextSizeFor(
  needed: { promptTokens: number; answerTokens: number | undefined },
  known: { allotted: number | undefined; trained: number | undefined; chosen?: number | undefined },
): number | undefined {
  if (known.chosen !== undefined) return Math.min(known.chosen, known.trained ?? Infinity)
  const tokens = needed.promptTokens + (needed.answerTokens ?? answerTokensDefault)
  if (known.allotted !== undefined && tokens <= known.allotted) return known.allotted
  if (known.allotted === undefined && tokens <= allottedMin) return undefined
  const rounded = 2 ** Math.ceil(Math.log2(tokens))
  return known.trained === undefined ? rounded : Math.min(rounded, known.trained)
}
