import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { changeAsset } from '#api/library.ts'
import { noteLinePointsMax, type Asset, type AssetNote } from '#contract/assets.ts'
import { assetQuery } from '#queries/assets.ts'
import { withClient } from '#queries/with-client.ts'
import type { Note, NotesKeeper } from '#workshop/state/notes.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/studio.ts'

const none = [] as const

export function useKeptNotes(asset: Asset | undefined): NotesKeeper | undefined {
  const { mutate } = useMutation({
    mutationFn: ({ id, notes }: { id: string; notes: AssetNote[] }) => changeAsset(id, { notes }),
    onSuccess: withClient((client, changed: Asset) =>
      client.setQueryData(assetQuery(changed.id).queryKey, changed),
    ),
    onError: reportFailure(t('Could not save the notes')),
    // Mutations with the same scope are sent one after another, so that the last edit is saved
    // last.
    scope: { id: 'notes' },
  })
  const id = asset?.id
  const keep = useMemo<NotesKeeper['keep'] | undefined>(
    () => (id === undefined ? undefined : (notes) => mutate({ id, notes: notes.map(stored) })),
    [id, mutate],
  )
  const kept = asset?.notes ?? none
  return useMemo(() => keep && { kept, keep }, [kept, keep])
}

const stored = ({ at, line, ...note }: Note): AssetNote => ({
  ...note,
  at: point(at),
  // Outlines with too many points are computed from the model again instead of being saved.
  ...(line && line.length <= noteLinePointsMax && { line: line.map(point) }),
})

const point = ([x, y, z]: Note['at']): [number, number, number] => [x, y, z]
