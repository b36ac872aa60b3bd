import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import History from 'lucide-react/icons/rotate-ccw-clock'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import { deletePicture, listPictures } from '#api/pictures.ts'
import type { PictureFile } from '#contract/files.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { studioStore } from '../../state/store.ts'
import { checkerboard } from '../checkerboard.ts'
import { toPicture, type StudioPicture } from '../../state/picture.ts'

type RecentDialogProps = { onPicture: (picture: StudioPicture) => void; onClose: () => void }

const count = 48

export function RecentDialog({ onPicture, onClose }: RecentDialogProps) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['pictures', count],
    queryFn: ({ signal }) => listPictures({ limit: count }, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const [doomed, setDoomed] = useState<PictureFile>()
  const remove = useDelete(() => setDoomed(undefined))
  return (
    <Dialog isOpen onClose={onClose} title={t('Recent pictures')} size="md">
      {isPending && (
        <div className="grid h-40 place-items-center">
          <Spinner label={t('Loading pictures')} />
        </div>
      )}
      {error && (
        <EmptyState
          icon={<History />}
          title={t('Could not load the pictures')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {explainError(error)}
        </EmptyState>
      )}
      {data?.pictures.length === 0 && (
        <EmptyState icon={<History />} title={t('No pictures yet')}>
          {t('Pictures that you choose appear here.')}
        </EmptyState>
      )}
      {data && data.pictures.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {data.pictures.map((picture) => (
            <Tile
              key={picture.id}
              picture={picture}
              onTaken={() => onPicture(toPicture(picture))}
              onDelete={() => setDoomed(picture)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => doomed && remove.mutate(doomed)}
        isBusy={remove.isPending}
        isDangerous
        title={t('Delete this picture permanently?')}
        description={t(
          'It is removed from the server and from the messages that it was attached to. Models made from it are kept. This cannot be undone.',
        )}
        confirmLabel={t('Delete')}
      />
    </Dialog>
  )
}

function useDelete(onDeleted: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: PictureFile) => deletePicture(id),
    onSuccess: (_nothing, { id, name }) => {
      studioStore.getState().pictureDeleted(id)
      showToast({ title: t('Deleted “{name}”', { name }), kind: 'success' })
      onDeleted()
      // The data of any query may contain the deleted picture.
      return client.invalidateQueries()
    },
    onError: (error, { name }) =>
      showToast({
        title: t('Could not delete “{name}”', { name }),
        detail: explainError(error),
        kind: 'error',
      }),
  })
}

type TileProps = { picture: PictureFile; onTaken: () => void; onDelete: () => void }

const Tile = ({ picture, onTaken, onDelete }: TileProps) => (
  <li className="group/tile relative">
    <button
      type="button"
      aria-label={picture.name}
      data-tooltip={`${picture.name} · ${picture.widthPx} × ${picture.heightPx}`}
      onClick={onTaken}
      style={picture.hasAlpha ? checkerboard : undefined}
      className="block aspect-square w-full overflow-hidden rounded-md border border-line bg-surface-sunken transition-colors hover:border-accent"
    >
      <img src={picture.url} alt="" loading="lazy" className="size-full object-contain" />
    </button>
    <IconButton
      label={t('Delete {name}', { name: picture.name })}
      icon={<Trash2 aria-hidden />}
      size="sm"
      variant="secondary"
      onClick={onDelete}
      className="absolute top-1 end-1 opacity-0 transition-opacity group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 coarse:opacity-100"
    />
  </li>
)
