/** A picture cannot be had, or cannot be made to fit; `message` is a sentence for the person who asked. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}
