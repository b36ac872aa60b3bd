import { cutText } from '#lib/cut-text.ts'
import { withoutThoughts } from '../completions/thought-tags.ts'
import { isPair } from './list-terms.ts'
import { questionTerms } from './question-terms.ts'

export type EarlierTurn = { role: 'user' | 'assistant'; text: string }

export type PassageQuery = {
  terms: ReadonlyMap<string, number>
  text: string
}

/** Asks a cheap model. Returns nothing if no such model is set or the model fails. */
export type AskModel = (prompt: string) => Promise<string | undefined>

/**
 * Minimum number of terms of a question that is searched alone. A shorter question may refer to
 * earlier questions.
 */
const ownTermsMin = 6
/** Minimum number of terms of a question that can be understood alone. */
const fewTerms = 3
/** Weights of the terms of earlier questions, the latest question first. */
const earlierWeights = [0.5, 0.25]
const quoteLength = 1_000
const queryLengthMax = 300

const instruction =
  'Above is a conversation. Write what its last question asks as one search query that can be understood alone: name what words such as “it” or “that” refer to. Use the language of the question. Answer with the query alone.'

/**
 * Returns the terms and the text to search for. A model rewrites a short follow-up question such as
 * “tell me more about that”. Without a model, the terms of earlier questions are added.
 * @param earlier the messages before the question, latest first.
 */
export async function writeQuery(
  question: string,
  earlier: readonly EarlierTurn[],
  askModel?: AskModel,
): Promise<PassageQuery> {
  const own = questionTerms(question)
  const terms = new Map(own.map((term) => [term, 1]))
  const size = own.reduce((sum, term) => sum + (isPair(term) ? 0.5 : 1), 0)
  if (size >= ownTermsMin || earlier.length === 0) return { terms, text: question }
  const rewritten = askModel && (await rewrite(question, earlier, askModel))
  if (rewritten) {
    for (const term of questionTerms(rewritten)) terms.set(term, 1)
    return { terms, text: rewritten }
  }
  if (size >= fewTerms) return { terms, text: question }
  const questions = earlier.filter(({ role }) => role === 'user').slice(0, earlierWeights.length)
  for (const [at, { text }] of questions.entries()) {
    for (const term of questionTerms(text)) {
      if (!terms.has(term)) terms.set(term, earlierWeights[at] ?? 0)
    }
  }
  return { terms, text: [questions[0]?.text, question].filter(Boolean).join('\n') }
}

async function rewrite(
  question: string,
  earlier: readonly EarlierTurn[],
  askModel: AskModel,
): Promise<string | undefined> {
  const turns = [...earlier.toReversed(), { role: 'user', text: question }]
  const talk = turns.map(({ role, text }) => `${role}: ${cutText(text, quoteLength)}`).join('\n\n')
  const answer = (await askModel(`${talk}\n\n---\n${instruction}`)) ?? ''
  const line = withoutThoughts(answer)
    .split('\n')
    .find((one) => /[\p{L}\p{N}]/u.test(one))
  return line && cutText(line.trim(), queryLengthMax)
}
