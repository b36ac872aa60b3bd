import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { explain } from '#api/errors.ts'
import { listPictures } from '#api/pictures.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { checkerboard } from '../checkerboard.ts'
import { toPicture, type Picture } from '../picture.ts'

type RecentDialogProps = { onPicture: (picture: Picture) => void; onClose: () => void }

const count = 48

/** The pictures that were used last, to take one of them again. */
export function RecentDialog({ onPicture, onClose }: RecentDialogProps) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['pictures', count],
    queryFn: ({ signal }) => listPictures(count, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog isOpen onClose={onClose} title="Recent pictures" size="md">
      {isPending && (
        <div className="grid h-40 place-items-center">
          <Spinner label="Loading pictures" />
        </div>
      )}
      {error && (
        <EmptyState
          icon={<History />}
          title="Could not load the pictures"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {explain(error)}
        </EmptyState>
      )}
      {data?.pictures.length === 0 && (
        <EmptyState icon={<History />} title="No pictures yet">
          Pictures that you choose appear here.
        </EmptyState>
      )}
      {data && data.pictures.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {data.pictures.map((picture) => (
            <li key={picture.id}>
              <button
                type="button"
                aria-label={picture.name}
                data-tooltip={`${picture.name} · ${picture.widthPx} × ${picture.heightPx}`}
                onClick={() => onPicture(toPicture(picture))}
                style={picture.hasAlpha ? checkerboard : undefined}
                className="block aspect-square w-full overflow-hidden rounded-md border border-line bg-surface-sunken transition-colors hover:border-accent"
              >
                <img src={picture.url} alt="" loading="lazy" className="size-full object-contain" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
