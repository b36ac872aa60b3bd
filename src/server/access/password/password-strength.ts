import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/**
 * Number of guesses that a password must withstand. At the allowed 30 wrong guesses per minute,
 * they take three weeks.
 */
const guessesMin = 1_000_000
/**
 * Number of characters of a password that are examined, because the estimate takes quadratic time.
 */
const lengthLookedAt = 32

let loading: Promise<ZxcvbnFactory> | undefined

/**
 * Returns whether a password is easy to guess: common or leaked, a word and a year, a keyboard
 * pattern, or a repetition. The list of leaked passwords is bundled.
 */
export async function isWeakPassword(password: string): Promise<boolean> {
  const estimator = await (loading ??= loadEstimator())
  return estimator.check(password.slice(0, lengthLookedAt)).guesses < guessesMin
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new core.ZxcvbnFactory({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ofThisApp },
  })
}

/** The last is the placeholder in `src/deploy/templates`, which a server must not start with. */
const ofThisApp = ['bozzetto', 'studio', 'admin', 'owner', 'change this password']

export const weakPasswordSentence =
  'This password is easy to guess: it is common, leaked, or follows a simple pattern. A few unrelated words make a good one.'
