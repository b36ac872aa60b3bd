import { translateTexts } from '#lib/language/translate-texts.ts'
import { loadSentences } from './load-sentences.ts'

/**
 * Translates the texts for people in an answer of the server, once the server's sentences are
 * loaded in the language of this page.
 * @param keys names of the properties that hold such texts, as in `translateTexts`.
 */
export async function translateAnswer<Value>(
  answer: Value,
  keys?: readonly string[],
): Promise<Value> {
  await loadSentences()
  return translateTexts(answer, keys)
}
