import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasPeople } from '#api/forget.ts'
import { listGrants, removeGrant, setGrant, type SharedResource } from '#api/grants.ts'
import { explainError } from '#lib/explain.ts'
import type { SetGrant } from '#contract/grants.ts'
import type { GrantRole } from '#contract/sharing/shared-with-me.ts'
import { t } from '#languages/app.ts'
import { directoryQuery, teamsQuery } from './teams.ts'

/**
 * Returns the accounts with access to a chat or model, and the accounts that could get access.
 * Undefined until both are loaded, and if there is no other account.
 */
export function useGrants(thing: SharedResource, isOpen: boolean) {
  const client = useQueryClient()
  const queryKey = ['grants', thing.kind, thing.id]
  const enabled = isOpen && hasPeople()
  const directory = useQuery({ ...directoryQuery(), enabled })
  const teams = useQuery({ ...teamsQuery(), enabled })
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => listGrants(thing, signal),
    enabled,
    staleTime: 0,
  })
  const onSuccess = () => client.invalidateQueries({ queryKey })
  const set = useMutation({ mutationFn: (wanted: SetGrant) => setGrant(thing, wanted), onSuccess })
  const remove = useMutation({ mutationFn: (id: string) => removeGrant(thing, id), onSuccess })
  const you = directory.data?.people.find(({ isYou }) => isYou)?.id
  const people = directory.data?.people.filter(({ isYou }) => !isYou) ?? []
  if (!list.data || people.length === 0) return undefined
  const { grants } = list.data
  const error = set.error ?? remove.error
  const own = teams.data?.teams.filter((team) => team.members.some(({ userId }) => userId === you))
  const options = [
    ...(own ?? []).map(({ id, name }) => ({ value: `team ${id}`, label: name, group: t('Teams') })),
    ...people.map(({ id, name, email }) => ({
      value: `user ${id}`,
      label: name,
      hint: email,
      group: t('People'),
    })),
  ]
  const change = (subject: string, role: GrantRole) => {
    const [kind, id = ''] = subject.split(' ')
    set.mutate(kind === 'team' ? { teamId: id, role } : { userId: id, role })
  }
  const rows = grants.map(({ id, userId, teamId, name, role }) => ({
    id,
    name,
    role,
    subject: teamId === undefined ? `user ${userId}` : `team ${teamId}`,
  }))
  return {
    rows,
    options: options.filter(({ value }) => !rows.some(({ subject }) => subject === value)),
    error: error ? explainError(error) : undefined,
    onChange: change,
    onRemove: (id: string) => remove.mutate(id),
  }
}
