import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeScimToken, readScim, revokeScimToken } from '#api/access/people.ts'
import type { ScimState } from '#contract/access/scim.ts'
import { basePath } from '#lib/base-path.ts'
import { explainError } from '#lib/explain.ts'
import { withClient } from '#queries/with-client.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Card } from '#ui/layout/card.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { CopyTextField } from '../layout/copy-field.tsx'
import { formatDay } from '../layout/format-day.ts'
import { SettingsPart } from '../layout/part.tsx'
import { ShownOnceDialog } from '../layout/shown-once-dialog.tsx'

const scimQuery = queryOptions({
  queryKey: ['scim'],
  queryFn: ({ signal }) => readScim(signal),
  staleTime: 0,
})
const readAgain = withClient((client) => client.invalidateQueries(scimQuery))

/** Renders the URL and token with which an identity provider manages accounts (SCIM). */
export function ScimPart() {
  const { data, error } = useQuery(scimQuery)
  const [asked, setAsked] = useState<'replace' | 'revoke'>()
  // `gcTime: 0` removes the token from the mutation cache.
  const create = useMutation({ mutationFn: () => makeScimToken(), onSuccess: readAgain, gcTime: 0 })
  const revoke = useMutation({ mutationFn: () => revokeScimToken(), onSuccess: readAgain })
  const isOn = data?.createdAt !== undefined
  const make = () => create.mutate(undefined, { onError: reportFailure(t('No token was created')) })

  function confirm() {
    if (asked === 'replace') make()
    else revoke.mutate(undefined, { onError: reportFailure(t('The token was not revoked')) })
    setAsked(undefined)
  }
  return (
    <SettingsPart
      id="user-provisioning"
      title={t('User provisioning')}
      about={t(
        'A directory such as Entra ID, Okta or authentik creates accounts, turns them off and sends groups (SCIM 2.0). It cannot change the first account.',
      )}
    >
      <Card className="flex flex-col gap-4 p-4">
        <CopyTextField
          label={t('Address for the directory')}
          text={`${window.location.origin}${basePath}/scim/v2`}
        />
        {error && (
          <p role="alert" className="text-danger">
            {explainError(error)}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-xs text-ink-muted">{describeToken(data)}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              isLoading={create.isPending}
              disabled={!data}
              onClick={() => (isOn ? setAsked('replace') : make())}
            >
              {isOn ? t('Replace the token') : t('Create a token')}
            </Button>
            {isOn && (
              <Button
                variant="ghost"
                isLoading={revoke.isPending}
                onClick={() => setAsked('revoke')}
              >
                {t('Revoke the token')}
              </Button>
            )}
          </div>
        </div>
      </Card>
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={confirm}
        title={asked === 'replace' ? t('Replace the token?') : t('Revoke the token?')}
        description={t(
          'The present token stops working at once. Accounts and groups stay as they are.',
        )}
        confirmLabel={asked === 'replace' ? t('Replace') : t('Revoke')}
      />
      <ShownOnceDialog
        isOpen={create.data !== undefined}
        onClose={() => create.reset()}
        title={t('Token for the directory')}
        description={t(
          'Enter it in the directory as the secret or bearer token. It won’t be shown again.',
        )}
        label={t('Token')}
        text={create.data ?? ''}
      />
    </SettingsPart>
  )
}

function describeToken(state: ScimState | undefined): string {
  if (state?.createdAt === undefined) return t('No directory can manage accounts.')
  const { createdAt, lastUsedAt } = state
  const used =
    lastUsedAt === undefined
      ? t('not used yet')
      : t('last used on {lastUsedAt}', { lastUsedAt: formatDay(lastUsedAt) })
  return t('Token created on {createdAt}, {used}.', { createdAt: formatDay(createdAt), used })
}
