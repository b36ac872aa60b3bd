import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** At the 30 wrong guesses a minute that this server allows, as many take three weeks. */
const guessesMin = 1_000_000
/** The estimate's time grows with the square of the length, and more characters never make it worse. */
const lengthLookedAt = 32

let estimator: ZxcvbnFactory | undefined

/**
 * Whether a password would be guessed soon: a common or leaked one, a word and a year, keys beside each
 * other, something repeated. The list of leaked passwords is in the package; nothing is looked up.
 */
export function isWeakPassword(password: string): boolean {
  estimator ??= new ZxcvbnFactory({
    graphs: adjacencyGraphs,
    dictionary: { ...dictionary, ofThisApp: ['bozzetto', 'studio', 'admin', 'owner'] },
  })
  return estimator.check(password.slice(0, lengthLookedAt)).guesses < guessesMin
}

export const weakPasswordSentence =
  'This password is easy to guess: it is common, leaked, or follows a simple pattern. A few unrelated words make a good one.'
