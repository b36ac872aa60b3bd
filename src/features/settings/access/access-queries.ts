import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  readLinkedIdentity,
  removePassword,
  signOut,
  unlinkIdentity,
} from '#api/access/access.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from '#api/access/passkeys.ts'
import {
  readSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#api/access/second-factor.ts'
import { accessStateQuery } from '#queries/access-state.ts'
import { withClient } from '#queries/with-client.ts'

export const accessQueries = {
  state: accessStateQuery,
  sessions: () =>
    queryOptions({
      queryKey: ['access', 'sessions'],
      queryFn: ({ signal }) => listSessions(signal),
      staleTime: 0,
    }),
  identity: () =>
    queryOptions({
      queryKey: ['access', 'identity'],
      queryFn: ({ signal }) => readLinkedIdentity(signal),
      staleTime: 0,
    }),
  passkeys: () =>
    queryOptions({
      queryKey: ['access', 'passkeys'],
      queryFn: ({ signal }) => listPasskeys(signal),
      staleTime: 0,
    }),
  secondFactor: () =>
    queryOptions({
      queryKey: ['access', 'second-factor'],
      queryFn: ({ signal }) => readSecondFactor(signal),
      staleTime: 0,
    }),
}

/** `gcTime: 0` removes passwords from the mutation cache. */
export const useChangePassword = () =>
  useMutation({ mutationFn: changePassword, onSuccess: readAgain, gcTime: 0 })

export const useRemovePassword = () =>
  useMutation({ mutationFn: removePassword, onSuccess: readAgain, gcTime: 0 })

/** `gcTime: 0` removes secrets and recovery codes from the mutation cache. */
export const useSetUpSecondFactor = () => useMutation({ mutationFn: setUpSecondFactor, gcTime: 0 })

export const useTurnOnSecondFactor = () =>
  useMutation({ mutationFn: turnOnSecondFactor, onSuccess: readAgain, gcTime: 0 })

export const useRenewRecoveryCodes = () =>
  useMutation({ mutationFn: renewRecoveryCodes, onSuccess: readAgain, gcTime: 0 })

export const useTurnOffSecondFactor = () =>
  useMutation({ mutationFn: turnOffSecondFactor, onSuccess: readAgain, gcTime: 0 })

export const useAddPasskey = () => useMutation({ mutationFn: addPasskey, onSuccess: readAgain })

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => renamePasskey(id, name),
    onSuccess: readAgain,
  })

export const useRemovePasskey = () =>
  useMutation({ mutationFn: removePasskey, onSuccess: readAgain })

export const useUnlinkIdentity = () =>
  useMutation({ mutationFn: unlinkIdentity, onSuccess: readAgain })

export const useEndSession = () => useMutation({ mutationFn: endSession, onSuccess: readAgain })

export const useEndOtherSessions = () =>
  useMutation({ mutationFn: endOtherSessions, onSuccess: readAgain })

export const useSignOut = () => useMutation({ mutationFn: signOut })

const readAgain = withClient((client) => client.invalidateQueries({ queryKey: ['access'] }))
