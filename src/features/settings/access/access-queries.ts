import { queryOptions, useMutation, type QueryClient } from '@tanstack/react-query'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  readAccess,
  removePassword,
  signOut,
} from '#api/access.ts'

/** The one place that knows the cache keys of who may come in. */
export const accessQueries = {
  state: () =>
    queryOptions({
      queryKey: ['access', 'state'],
      queryFn: ({ signal }) => readAccess(signal),
      staleTime: 0,
    }),
  sessions: () =>
    queryOptions({
      queryKey: ['access', 'sessions'],
      queryFn: ({ signal }) => listSessions(signal),
      staleTime: 0,
    }),
}

/** What is typed into a password's form is kept nowhere, so it is not in the cache either. */
export const useChangePassword = () =>
  useMutation({ mutationFn: changePassword, onSuccess: readAgain, gcTime: 0 })

export const useRemovePassword = () =>
  useMutation({ mutationFn: removePassword, onSuccess: readAgain, gcTime: 0 })

export const useEndSession = () => useMutation({ mutationFn: endSession, onSuccess: readAgain })

export const useEndOtherSessions = () =>
  useMutation({ mutationFn: endOtherSessions, onSuccess: readAgain })

export const useSignOut = () => useMutation({ mutationFn: signOut })

const readAgain = (
  _result: unknown,
  _input: unknown,
  _before: unknown,
  { client }: { client: QueryClient },
) => client.invalidateQueries({ queryKey: ['access'] })
