import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConnectionKind } from '#contract/connections.ts'
import type { ProviderProblem } from '#contract/models.ts'
import { connectionsQuery } from '#queries/connections.ts'

/** Of what is wrong with connections, that which concerns who wants chat models, or 3D ones. */
export function useProblemsFor(
  offer: ConnectionKind['offers'][number],
  problems: readonly ProviderProblem[],
): readonly ProviderProblem[] {
  const { data } = useQuery(connectionsQuery())
  return useMemo(
    () =>
      problems.filter(({ provider }) => {
        const kindId = data?.connections.find(({ id }) => id === provider)?.kind
        // Of those that are not listed, as a person's own, it is not known.
        return data?.kinds.find(({ id }) => id === kindId)?.offers.includes(offer) ?? true
      }),
    [data, offer, problems],
  )
}
