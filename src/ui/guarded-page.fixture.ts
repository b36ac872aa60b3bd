import { guardSinks } from './trusted-types.ts'

let isGuarded = false

/**
 * Applies the server's content security policy to the page. The policy cannot be removed, so
 * `src/cli/testing/test-order.ts` runs these test files last.
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
  // The browser rejects a second policy with the same name.
  if (!isGuarded) guardSinks()
  isGuarded = true
}
