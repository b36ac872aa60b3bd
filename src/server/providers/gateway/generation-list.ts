const freshMs = 60_000
const failureMs = 10_000

/**
 * Remembers what `load` gave for a minute and why it failed for 10 s; whoever asks meanwhile waits for
 * the same answer.
 *
 * @param load must end by itself, since it serves several callers.
 */
export function rememberList<T>(
  load: () => Promise<T>,
  clock: () => number = Date.now,
): () => Promise<T> {
  let held: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (held && clock() < held.until) return held.answer
    const answer = load()
    const own = { answer, until: Infinity }
    held = own
    answer.then(
      () => (own.until = clock() + freshMs),
      () => (own.until = clock() + failureMs),
    )
    return answer
  }
}
