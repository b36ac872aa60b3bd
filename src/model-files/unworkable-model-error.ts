/** A file whose contents cannot be worked on here; `message` is a sentence for a person. */
export class UnworkableModelError extends Error {
  override readonly name = 'UnworkableModelError'
}
