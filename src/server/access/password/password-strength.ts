import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** At the 30 wrong guesses a minute that this server allows, as many take three weeks. */
const guessesMin = 1_000_000
/** The estimate's time grows with the square of the length, and more characters never make it worse. */
const lengthLookedAt = 32

let loading: Promise<ZxcvbnFactory> | undefined

/**
 * Whether a password would be guessed soon: a common or leaked one, a word and a year, keys beside each
 * other, something repeated. The list of leaked passwords is in the package; nothing is looked up.
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
    dictionary: { ...common.dictionary, ofThisApp: ['bozzetto', 'studio', 'admin', 'owner'] },
  })
}

export const weakPasswordSentence =
  'This password is easy to guess: it is common, leaked, or follows a simple pattern. A few unrelated words make a good one.'
