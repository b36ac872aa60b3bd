import type { SignInRefusal } from '#contract/access/access.ts'

/** Somebody came back from the identity provider, and is not let in. The page has the words for each reason. */
export class OidcRefusal extends Error {
  override readonly name = 'OidcRefusal'
  readonly reason: SignInRefusal

  constructor(reason: SignInRefusal, options: ErrorOptions = {}) {
    super(`Signing in with the identity provider ended: ${reason}.`, options)
    this.reason = reason
  }
}
