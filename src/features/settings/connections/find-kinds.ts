import type { ConnectionKind } from '#contract/connections.ts'

const titles: Record<ConnectionKind['group'], string> = {
  local: 'On your own machines',
  cloud: 'In the cloud',
  custom: 'Other',
}

const order: readonly ConnectionKind['group'][] = ['local', 'cloud', 'custom']

/**
 * Returns the kinds whose name, description or abilities contain every word of `query`, in groups.
 */
export function findKinds(
  kinds: readonly ConnectionKind[],
  query: string,
): { group: ConnectionKind['group']; title: string; kinds: ConnectionKind[] }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = kinds.filter(({ id, name, about, offers }) => {
    const text = `${id} ${name} ${about} ${offers.join(' ')}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return order
    .map((group) => ({
      group,
      title: titles[group],
      kinds: found.filter((kind) => kind.group === group),
    }))
    .filter((part) => part.kinds.length > 0)
}
