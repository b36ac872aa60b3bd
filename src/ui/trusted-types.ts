/**
 * The part of the Trusted Types API that this file uses. Some browsers and TypeScript's DOM types
 * lack this API.
 */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: Record<
      'createHTML' | 'createScript' | 'createScriptURL',
      (text: string) => string | null
    >,
  ) => unknown
}

let writing = 0

/**
 * Matches a named character reference such as `&copy;`, which cannot contain markup. The Markdown
 * parser lets the browser decode such references.
 */
const character = /^&[a-z][a-z\d]{0,31};$/i

/**
 * Creates the Trusted Types policy that the server's headers require. The policy allows markup
 * during `whileMarkupIsAllowed`, named character references, and worker scripts of this page.
 * Everything else throws a `TypeError`.
 */
export function guardSinks(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (markup) => (writing > 0 || character.test(markup) ? markup : null),
    // `script-src` of the content security policy blocks code from text anyway, except in developer
    // tools.
    createScript: (code) => code,
    createScriptURL: (address) => (isOwn(address) ? address : null),
  })
}

/**
 * Returns whether the address has this origin or is an object URL that a library created for a
 * worker.
 */
function isOwn(address: string): boolean {
  const { protocol, origin } = new URL(address, location.href)
  return origin === location.origin && ['http:', 'https:', 'blob:'].includes(protocol)
}

/** Allows markup during `work`, for libraries that sanitise the markup that they insert. */
export async function whileMarkupIsAllowed<T>(work: () => Promise<T>): Promise<T> {
  writing++
  try {
    return await work()
  } finally {
    writing--
  }
}
