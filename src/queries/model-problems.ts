import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConnectionKind } from '#contract/connections.ts'
import type { ProviderProblem } from '#contract/models.ts'
import { connectionsQuery } from '#queries/connections.ts'

export function useProblemsFor(
  offer: ConnectionKind['offers'][number],
  problems: readonly ProviderProblem[],
): readonly ProviderProblem[] {
  const { data } = useQuery(connectionsQuery())
  return useMemo(
    () =>
      problems.filter(({ provider }) => {
        const kindId = data?.connections.find(({ id }) => id === provider)?.kind
        // The query lacks the user's own connections, so problems of these connections are always
        // included.
        return data?.kinds.find(({ id }) => id === kindId)?.offers.includes(offer) ?? true
      }),
    [data, offer, problems],
  )
}
