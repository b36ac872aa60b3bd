/** What of Trusted Types is used here; not every browser has it, nor does TypeScript's DOM. */
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

/** `&copy;`: a character, and no markup, whatever its name. The reader of Markdown has the browser decode it. */
const character = /^&[a-z][a-z\d]{0,31};$/i

/**
 * Decides, where the browser asks (`require-trusted-types-for` in the server's headers), which strings may
 * become markup or lead to code: markup only while `whileMarkupIsAllowed`, the name of a character, and
 * addresses of this page's own scripts, for its workers. Whatever else a library tries throws a `TypeError`.
 */
export function guardSinks(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (markup) => (writing > 0 || character.test(markup) ? markup : null),
    // `script-src` refuses code made of text in any case; only developer tools come as far as this.
    createScript: (code) => code,
    createScriptURL: (address) => (isOwn(address) ? address : null),
  })
}

/** Of this origin, or made by the page itself, as libraries do for their workers. */
function isOwn(address: string): boolean {
  const { protocol, origin } = new URL(address, location.href)
  return origin === location.origin && ['http:', 'https:', 'blob:'].includes(protocol)
}

/** For libraries that draw by writing markup which they have cleaned themselves. */
export async function whileMarkupIsAllowed<T>(work: () => Promise<T>): Promise<T> {
  writing++
  try {
    return await work()
  } finally {
    writing--
  }
}
