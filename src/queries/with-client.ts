import type { QueryClient } from '@tanstack/react-query'

/**
 * Makes a callback of a mutation from `then`. TanStack Query passes the query client as the last of
 * four arguments, `then` receives it as the first.
 */
export const withClient =
  <Result, Input>(then: (client: QueryClient, result: Result, input: Input) => unknown) =>
  // oxlint-disable-next-line max-params -- the library's own order.
  (result: Result, input: Input, _before: unknown, { client }: { client: QueryClient }): unknown =>
    then(client, result, input)
