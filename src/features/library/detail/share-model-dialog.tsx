import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import { fileName } from '#lib/format.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import { isLoopbackName } from '#lib/links/loopback-name.ts'
import { changeShare, createShare, readShare, revokeShare } from '#api/shares.ts'
import type { Asset } from '#contract/assets.ts'
import type { ChangeAssetShare } from '#contract/sharing/shares.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { useGrants } from '#queries/grants.ts'
import { PeopleAccess } from '#ui/sharing/people-access.tsx'
import { suggestedEmbed } from '#workshop/embed/embed-settings.ts'
import { loadFile, ShareFileButton } from '#ui/sharing/share-file-button.tsx'
import { rich, t } from '#languages/library.ts'
import { EmbedOptions } from './embed-options.tsx'
import { LinkOptions } from './link-options.tsx'
import { SharePreview } from './share-preview.tsx'
import { ShareDialog } from '#ui/sharing/share-dialog.tsx'
import { describeExtents } from './asset-facts.tsx'

type ShareModelDialogProps = { asset: Asset; isOpen: boolean; onClose: () => void }

const getShareKey = (id: string) => ['share', id] as const

export function ShareModelDialog({ asset, isOpen, onClose }: ShareModelDialogProps) {
  const client = useQueryClient()
  const state = useQuery({
    queryKey: getShareKey(asset.id),
    queryFn: ({ signal }) => readShare(asset.id, signal),
    enabled: isOpen,
    staleTime: 0,
  })
  const [wanted, setWanted] = useState<ChangeAssetShare>({})
  const create = useMutation({
    mutationFn: () => createShare(asset.id, wanted),
    onSuccess: (share) => {
      client.setQueryData(getShareKey(asset.id), { share })
      showToast({ kind: 'success', title: t('Link created') })
    },
    onError: reportFailure(t('Could not create the link')),
  })
  const revoke = useMutation({
    mutationFn: () => revokeShare(asset.id),
    onSuccess: () => client.setQueryData(getShareKey(asset.id), {}),
    onError: reportFailure(t('Could not revoke the link')),
  })
  const change = useMutation({
    // The fields stay enabled, so changes run in sequence.
    scope: { id: `share ${asset.id}` },
    mutationFn: (options: ChangeAssetShare) => changeShare(asset.id, options),
    onSuccess: (share) => client.setQueryData(getShareKey(asset.id), { share }),
    onError: reportFailure(t('Could not change the link')),
  })
  const [embed, setEmbed] = useState(suggestedEmbed)
  const share = state.data?.share
  const options: ChangeAssetShare = share ?? wanted
  const ending = endingOfModel(asset.mimeType)
  const access = useGrants({ kind: 'assets', id: asset.id }, isOpen)

  return (
    <ShareDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Share “{name}”', { name: asset.name })}
      description={
        // A link to this device only cannot be opened by anyone with the link.
        isLoopbackName(location.hostname)
          ? t('The link opens this model only, not its picture, its settings or your library.')
          : t(
              'Anyone with the link can view this model. They cannot see its picture, its settings or your library.',
            )
      }
      isLoaded={state.data !== undefined}
      error={state.error ? explainError(state.error) : undefined}
      path={share?.path}
      renderPreview={(tab) => (
        <SharePreview asset={asset} path={share?.path} options={options} tab={tab} embed={embed} />
      )}
      onCreate={() => create.mutate()}
      isCreating={create.isPending}
      onRevoke={() => revoke.mutate()}
      isRevoking={revoke.isPending}
      options={
        <LinkOptions
          key={share?.token}
          name={asset.name}
          options={options}
          onChange={(next) => {
            if (share) change.mutate(next)
            else setWanted((now) => ({ ...now, ...next }))
          }}
        />
      }
      embed={
        share && (
          <EmbedOptions
            path={share.path}
            title={share.altText ?? asset.name}
            isAllowed={share.canEmbed === true}
            settings={embed}
            onSettings={setEmbed}
          />
        )
      }
      phone={
        <>
          <PhoneSize asset={asset} />
          <ShareFileButton
            label={ending.toUpperCase()}
            name={fileName(asset.name, ending)}
            mimeType={asset.mimeType}
            make={() => loadFile(asset.url)}
          />
        </>
      }
    >
      {access && (
        <PeopleAccess
          {...access}
          hints={{
            viewer: t('Can view and download it'),
            editor: t('Can also rename and tag it'),
          }}
        />
      )}
      {!share && !access?.rows.length && (
        <p className="min-h-5 text-ink-muted">
          {state.data ? t('This model is not shared.') : <Spinner label={t('Loading')} />}
        </p>
      )}
    </ShareDialog>
  )
}

const PhoneSize = ({ asset: { stats } }: { asset: Asset }) =>
  stats ? (
    <p className="text-pretty text-ink-muted">
      {rich(
        'In augmented reality, it measures {strong}. If this is not its true size, use <em>Make a version › Set size</em> and share that version.',
        {
          stats: describeExtents(stats),
          strong: <strong className="font-medium text-ink">{describeExtents(stats)}</strong>,
          em: (inner) => <em>{inner}</em>,
        },
      )}
    </p>
  ) : null
