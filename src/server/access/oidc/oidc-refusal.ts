import type { SignInRefusal } from '#contract/access/access.ts'

/** A refused sign-in with the identity provider. The page has a message for each reason. */
export class OidcRefusal extends Error {
  override readonly name = 'OidcRefusal'
  readonly reason: SignInRefusal

  constructor(reason: SignInRefusal, options: ErrorOptions = {}) {
    super(`Signing in with the identity provider ended: ${reason}.`, options)
    this.reason = reason
  }
}
