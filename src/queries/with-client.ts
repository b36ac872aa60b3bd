import type { QueryClient } from '@tanstack/react-query'

/**
 * Converts `then` to a callback of a TanStack Query mutation. TanStack Query passes the query
 * client as the last of four arguments, but `then` receives the client first.
 */
export const withClient =
  <Result, Input>(then: (client: QueryClient, result: Result, input: Input) => unknown) =>
  // oxlint-disable-next-line max-params -- the library's own order.
  (result: Result, input: Input, _before: unknown, { client }: { client: QueryClient }): unknown =>
    then(client, result, input)
