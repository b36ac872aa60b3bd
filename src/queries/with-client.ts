import type { QueryClient } from '@tanstack/react-query'

/**
 * Converts `then` into a callback of a mutation. TanStack Query passes the query client in the last
 * of four arguments, and `then` receives it as its first.
 */
export const withClient =
  <Result, Input>(then: (client: QueryClient, result: Result, input: Input) => unknown) =>
  // oxlint-disable-next-line max-params -- the library's own order.
  (result: Result, input: Input, _before: unknown, { client }: { client: QueryClient }): unknown =>
    then(client, result, input)
