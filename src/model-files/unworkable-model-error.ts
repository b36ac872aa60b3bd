/** Thrown for a file that cannot be processed. `message` is a sentence for the user. */
export class UnworkableModelError extends Error {
  override readonly name = 'UnworkableModelError'
}
