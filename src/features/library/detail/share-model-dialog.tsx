import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import { fileName } from '#lib/format.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import { changeShare, createShare, readShare, revokeShare } from '#api/shares.ts'
import type { Asset } from '#contract/assets.ts'
import type { ChangeAssetShare } from '#contract/sharing/shares.ts'
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
  const create = useMutation({
    mutationFn: () => createShare(asset.id),
    onSuccess: (share) => client.setQueryData(getShareKey(asset.id), { share }),
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
  const ending = endingOfModel(asset.mimeType)
  const access = useGrants({ kind: 'assets', id: asset.id }, isOpen)

  return (
    <ShareDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Share “{name}”', { name: asset.name })}
      description={t(
        'Anyone with the link can view this model. They cannot see its picture, its settings or your library.',
      )}
      isLoaded={state.data !== undefined}
      error={state.error ? explainError(state.error) : undefined}
      path={share?.path}
      renderPreview={(tab) => <SharePreview asset={asset} share={share} tab={tab} embed={embed} />}
      onCreate={() => create.mutate()}
      isCreating={create.isPending}
      onRevoke={() => revoke.mutate()}
      isRevoking={revoke.isPending}
      options={
        share && (
          <LinkOptions
            key={share.token}
            share={share}
            onChange={(options) => change.mutate(options)}
          />
        )
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
        <p className="text-ink-muted">{t('This model is not shared.')}</p>
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
