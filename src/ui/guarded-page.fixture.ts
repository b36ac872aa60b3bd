import { guardSinks } from './trusted-types.ts'

let isGuarded = false

/**
 * Puts the page under the policy that the server sends with it, or under some of that. No page gets rid of it
 * again, so test files that call this come last (`src/cli/testing/test-order.ts`).
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
  // A page has one policy of that name.
  if (!isGuarded) guardSinks()
  isGuarded = true
}
