import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { connectionsQuery } from '#queries/connections.ts'
import { t } from '#languages/app.ts'

const builtIn: Record<string, string> = {
  bozzetto: t('Built in'),
  local: t('On this server'),
  alias: t('Aliases'),
  assistant: t('Assistants'),
}

/** Adds the provider's name at the start of a problem, unless the problem starts with this name. */
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
