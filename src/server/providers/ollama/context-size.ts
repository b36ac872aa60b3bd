/** What Ollama allots at least where nobody says; a longer prompt loses its beginning without a word. */
const allottedMin = 4_096
/** Room for the answer, where the request does not say how long it may be. */
const answerTokensDefault = 2_048

/**
 * How many tokens a model has to be allotted for a request, so that nothing of it is cut. Another size than
 * the present one makes Ollama load the model anew, which takes seconds: one that is enough stays.
 *
 * @param known.allotted of the loaded model; absent while it is not loaded.
 * @param known.chosen by a person, who then bears that longer prompts are cut.
 * @param known.trained tokens that the model knows, where known.
 * @returns `undefined` to leave the size to Ollama.
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
