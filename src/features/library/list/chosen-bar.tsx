import { useQuery } from '@tanstack/react-query'
import { Columns2, Download, FolderInput, Tag, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { explain } from '#api/http/errors.ts'
import { download } from '#api/download.ts'
import { downloadUrlOf } from '#api/library.ts'
import { assetsAtOnceMax, tagsMax, type Asset } from '#contract/assets.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import {
  libraryQueries,
  useChangeAsset,
  useDeleteAsset,
  useRestoreAsset,
} from '../queries/library-queries.ts'
import type { Chosen } from './use-chosen.ts'

/** As many as fit beside each other. */
const comparedMax = 4

const loadDialog = async () => (await import('./label-dialog.tsx')).LabelDialog

/** What can be done with all the models that are selected. */
export function ChosenBar({ chosen, assets }: { chosen: Chosen; assets: readonly Asset[] }) {
  const [, navigate] = useLocation()
  const remove = useDeleteAsset()
  const restore = useRestoreAsset()
  const change = useChangeAsset()
  const { data: summary } = useQuery(libraryQueries.summary())
  const [asked, setAsked] = useState<'tag' | 'folder'>()
  // What another search has hidden is not meant.
  const ticked = [...(chosen.ids ?? [])].flatMap(
    (id) => assets.find((asset) => asset.id === id) ?? [],
  )
  const ids = ticked.map(({ id }) => id)
  const canCompare = ids.length >= 2 && ids.length <= comparedMax
  const isTrash = ticked.some(({ deletedAt }) => deletedAt !== undefined)

  async function each(act: (asset: Asset) => Promise<unknown>): Promise<Asset[]> {
    const done: Asset[] = []
    try {
      for (const asset of ticked) {
        await act(asset)
        done.push(asset)
      }
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'Some models could not be changed',
        detail: explain(error),
      })
    }
    return done
  }
  const throwAway = async () => {
    const gone = await each((asset) => remove.mutateAsync(asset))
    chosen.end()
    if (gone.length === 0) return
    showToast({
      kind: 'success',
      title:
        gone.length === 1 ? 'One model moved to the trash' : `${gone.length} moved to the trash`,
      action: {
        label: 'Undo',
        onSelect: () => {
          for (const asset of gone) restore.mutate(asset)
        },
      },
    })
  }

  const label = async (name: string) => {
    const done = await each((asset) =>
      asked === 'tag' && (asset.tags.includes(name) || asset.tags.length >= tagsMax)
        ? Promise.resolve()
        : change.mutateAsync({
            id: asset.id,
            patch:
              asked === 'tag'
                ? { tags: [...asset.tags, name] }
                : { folder: name === '' ? null : name },
          }),
    )
    setAsked(undefined)
    if (done.length === 0) return
    const models = done.length === 1 ? '1 model' : `${done.length} models`
    showToast({
      kind: 'success',
      title:
        asked === 'tag'
          ? `Tagged ${models} “${name}”`
          : name === ''
            ? `Removed ${models} from their folder`
            : `Moved ${models} to “${name}”`,
    })
  }

  return (
    <section
      aria-label="Selected models"
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface-raised px-4 py-2.5 md:px-6"
    >
      <p aria-live="polite" className="mr-auto text-ink-muted tabular-nums">
        {ids.length === 0 ? 'Select models' : `${ids.length} selected`}
        {ids.length > comparedMax && ` · compare up to ${comparedMax}`}
      </p>
      {!isTrash && (
        <>
          <Button
            variant="primary"
            icon={<Columns2 aria-hidden />}
            disabled={!canCompare}
            onClick={() => navigate(`/compare?assets=${ids.join(',')}`)}
          >
            Compare
          </Button>
          <Button
            icon={<Tag aria-hidden />}
            disabled={ids.length === 0}
            onClick={() => setAsked('tag')}
          >
            Tag
          </Button>
          <Button
            icon={<FolderInput aria-hidden />}
            disabled={ids.length === 0}
            onClick={() => setAsked('folder')}
          >
            Move
          </Button>
          <Button
            icon={<Download aria-hidden />}
            disabled={ids.length === 0 || ids.length > assetsAtOnceMax}
            onClick={() => download(downloadUrlOf(ids))}
          >
            Download
          </Button>
          <Button
            icon={<Trash2 aria-hidden />}
            disabled={ids.length === 0}
            isLoading={remove.isPending}
            onClick={() => void throwAway()}
          >
            Delete
          </Button>
        </>
      )}
      <IconButton label="Cancel selection" icon={<X aria-hidden />} onClick={chosen.end} />
      <Loaded
        load={loadDialog}
        isWanted={asked !== undefined}
        props={{
          key: asked ?? 'none',
          isOpen: asked !== undefined,
          kind: asked ?? 'tag',
          count: ids.length,
          suggestions: (asked === 'tag' ? summary?.tags : summary?.folders)?.map(nameOf) ?? [],
          isBusy: change.isPending,
          onClose: () => setAsked(undefined),
          onEnter: (name: string) => void label(name),
        }}
      />
    </section>
  )
}

const nameOf = ({ name }: { name: string }): string => name
