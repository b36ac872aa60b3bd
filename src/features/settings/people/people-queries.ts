import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  beginAccounts,
  changePerson,
  deletePerson,
  handOverPerson,
  invitePerson,
  keepPerson,
  listPeople,
  removePersonSecondFactor,
  renewInvitation,
  revokeInvitation,
  signOutPerson,
} from '#api/access/people.ts'
import type { ChangePerson } from '#contract/access/people.ts'
import { withClient } from '#queries/with-client.ts'

export const peopleQuery = () =>
  queryOptions({
    queryKey: ['people'],
    queryFn: ({ signal }) => listPeople(signal),
    // Poll while an invitation mail has not been sent.
    refetchInterval: ({ state }) =>
      state.data?.invitations.some(({ mail }) => mail?.status === 'waiting') ? 3_000 : false,
    staleTime: 0,
  })

export const useBeginAccounts = () =>
  useMutation({
    mutationFn: beginAccounts,
    onSuccess: withClient(async (client) => {
      await client.invalidateQueries({ queryKey: ['access'] })
      await client.invalidateQueries(peopleQuery())
    }),
  })

/** `gcTime: 0` removes the link's token from the mutation cache. */
export const useInvite = () =>
  useMutation({ mutationFn: invitePerson, onSuccess: readAgain, gcTime: 0 })

/** `gcTime: 0` removes the link's token from the mutation cache. */
export const useRenewInvitation = () =>
  useMutation({ mutationFn: renewInvitation, onSuccess: readAgain, gcTime: 0 })

export const useRevokeInvitation = () =>
  useMutation({ mutationFn: revokeInvitation, onSuccess: readAgain })

export const useChangePerson = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: ChangePerson }) => changePerson(id, change),
    onSuccess: readAgain,
  })

export const useDeletePerson = () => useMutation({ mutationFn: deletePerson, onSuccess: readAgain })

export const useKeepPerson = () => useMutation({ mutationFn: keepPerson, onSuccess: readAgain })

export const useHandOver = () =>
  useMutation({ mutationFn: ({ id, to }: { id: string; to: string }) => handOverPerson(id, to) })

export const useSignOutPerson = () => useMutation({ mutationFn: signOutPerson })

export const useRemoveSecondFactor = () =>
  useMutation({ mutationFn: removePersonSecondFactor, onSuccess: readAgain })

const readAgain = withClient((client) => client.invalidateQueries(peopleQuery()))
