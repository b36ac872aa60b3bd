import { useQuery } from '@tanstack/react-query'
import Folder from 'lucide-react/icons/folder'
import { rich } from '#languages/app.ts'
import { chatLibraryQueries } from './library-queries.ts'

export function FolderNote({ id }: { id: string }) {
  const { data: folders = [] } = useQuery(chatLibraryQueries.folders())
  const folder = folders.find((one) => one.id === id)
  if (!folder) return null
  return (
    <p className="mt-2 flex max-w-[60ch] items-center gap-2 text-ink-muted">
      <Folder aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {rich('This chat will be in “{bdi}” and use its files and instructions.', {
          name: folder.name,
          bdi: <bdi>{folder.name}</bdi>,
        })}
      </span>
    </p>
  )
}
