import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { connectionsQuery } from '#queries/connections.ts'

const builtIn: Record<string, string> = {
  bozzetto: 'Built in',
  local: 'On this server',
  alias: 'Aliases',
}

/** What is wrong with a provider, named once: most problems begin with the name themselves. */
export const namedProblem = (name: string, message: string): string =>
  message.startsWith(`${name} `) ? message : `${name}: ${message}`

/** What a provider is called in lists: the name that its connection was given. */
export function useProviderName(): (provider: string) => string {
  const { data } = useQuery(connectionsQuery())
  return useCallback(
    (provider) =>
      builtIn[provider] ?? data?.connections.find(({ id }) => id === provider)?.name ?? provider,
    [data],
  )
}
