/** The bucket cannot be reached, or does not do what it is asked for; what was to be kept is not. */
export class BucketUnreachableError extends Error {
  override readonly name = 'BucketUnreachableError'
}
