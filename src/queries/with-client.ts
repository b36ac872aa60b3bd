import type { QueryClient } from '@tanstack/react-query'

/**
 * Creates a callback of a mutation that needs the client, which the library passes as the last of
 * four arguments.
 */
export const withClient =
  <Result, Input>(then: (client: QueryClient, result: Result, input: Input) => unknown) =>
  // oxlint-disable-next-line max-params -- the library's own order.
  (result: Result, input: Input, _before: unknown, { client }: { client: QueryClient }): unknown =>
    then(client, result, input)
