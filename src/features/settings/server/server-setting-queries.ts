import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  listServerSettings,
  readAlertSecret,
  sendTestAlert,
  sendTestMail,
  setServerSetting,
} from '#api/server-settings.ts'
import { withClient } from '#queries/with-client.ts'

const queryKey = ['server-settings'] as const

export const serverSettingsQuery = () =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => listServerSettings(signal),
    staleTime: 0,
  })

export const useSetServerSetting = () =>
  useMutation({
    mutationFn: setServerSetting,
    onSuccess: withClient((client) => client.invalidateQueries({ queryKey })),
  })

export const useSendTestMail = () => useMutation({ mutationFn: sendTestMail })

export const useSendTestAlert = () => useMutation({ mutationFn: () => sendTestAlert() })

/** `gcTime: 0` removes the secret from the mutation cache. */
export const useReadAlertSecret = () =>
  useMutation({ mutationFn: () => readAlertSecret(), gcTime: 0 })
