import { guardSinks } from './trusted-types.ts'

let isGuarded = false

/**
 * Applies the server's content security policy to the page. It cannot be removed, so test files
 * that call this run last (`src/cli/testing/test-order.ts`).
 */
export function guardPage(...more: readonly string[]): void {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = [
    ...more,
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join('; ')
  document.head.append(policy)
  // A page can create only one policy of this name.
  if (!isGuarded) guardSinks()
  isGuarded = true
}
