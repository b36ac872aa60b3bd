import { useQuery } from '@tanstack/react-query'
import { foundServicesQuery } from '#queries/connections.ts'

export function FoundServicesHint() {
  const { data } = useQuery(foundServicesQuery())
  const names = [...new Set(data?.found.map(({ name }) => name))]
  return names.length > 0
    ? `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'runs' : 'run'} on this machine.`
    : null
}
