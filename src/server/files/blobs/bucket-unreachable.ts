/** The bucket cannot be reached, does not exist or refused the request. Nothing was stored. */
export class BucketUnreachableError extends Error {
  override readonly name = 'BucketUnreachableError'
  readonly mayPass: boolean

  constructor(message: string, options: ErrorOptions & { mayPass?: boolean } = {}) {
    super(message, options)
    this.mayPass = options.mayPass ?? false
  }
}
