import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { connectionsQuery } from '#queries/connections.ts'

const builtIn: Record<string, string> = {
  bozzetto: 'Built in',
  local: 'On this server',
  alias: 'Aliases',
  assistant: 'Assistants',
}

/** Puts the provider's name before a problem, unless the problem starts with it. */
export const formatProblem = (name: string, message: string): string =>
  message.startsWith(`${name} `) ? message : `${name}: ${message}`

export function useProviderName(): (provider: string) => string {
  const { data } = useQuery(connectionsQuery())
  return useCallback(
    (provider) =>
      builtIn[provider] ?? data?.connections.find(({ id }) => id === provider)?.name ?? provider,
    [data],
  )
}
