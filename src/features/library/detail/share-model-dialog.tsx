import { withBase } from '#lib/base-path.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { explainError } from '#lib/explain.ts'
import { createShare, readShare, revokeShare } from '#api/shares.ts'
import type { Asset } from '#contract/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { CopyField } from '#ui/sharing/link-field.tsx'
import { useGrants } from '#queries/grants.ts'
import { PeopleAccess } from '#ui/sharing/people-access.tsx'
import { SharePreview } from './share-preview.tsx'
import { ShareDialog } from '#ui/sharing/share-dialog.tsx'

type ShareModelDialogProps = { asset: Asset; isOpen: boolean; onClose: () => void }

const embedCode = (name: string, path: string) =>
  `<iframe src="${new URL(withBase(path), location.href).href}" title="${escaped(name)}" width="640" height="480" style="border:0" allow="fullscreen" loading="lazy"></iframe>`

/** Returns HTML that embeds a shared model as a custom element. The page sets its size. */
const elementCode = (name: string, path: string) =>
  `<script defer src="${new URL(withBase('/embed.js'), location.href).href}"></script><bozzetto-model src="${new URL(withBase(path), location.href).href}" title="${escaped(name)}"></bozzetto-model>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

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
    onError: reportFailure('Could not create the link'),
  })
  const revoke = useMutation({
    mutationFn: () => revokeShare(asset.id),
    onSuccess: () => client.setQueryData(getShareKey(asset.id), {}),
    onError: reportFailure('Could not revoke the link'),
  })
  const share = state.data?.share
  const access = useGrants({ kind: 'assets', id: asset.id }, isOpen)

  return (
    <ShareDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Share “${asset.name}”`}
      description="Anyone with the link can view and download this model. They cannot see its picture, its settings or your library."
      isLoaded={state.data !== undefined}
      error={state.error ? explainError(state.error) : undefined}
      path={share?.path}
      renderPreview={(tab) => <SharePreview asset={asset} path={share?.path} tab={tab} />}
      onCreate={() => create.mutate()}
      isCreating={create.isPending}
      onRevoke={() => revoke.mutate()}
      isRevoking={revoke.isPending}
      embed={
        share?.canEmbed === true && (
          <>
            <CopyField label="Embed code" value={embedCode(asset.name, share.path)} />
            <CopyField label="Web component" value={elementCode(asset.name, share.path)} />
          </>
        )
      }
    >
      {access && (
        <PeopleAccess
          {...access}
          hints={{
            viewer: 'Can view and download it',
            editor: 'Can also rename and tag it',
          }}
        />
      )}
      {!share && !access?.rows.length && (
        <p className="text-ink-muted">This model is not shared.</p>
      )}
    </ShareDialog>
  )
}
