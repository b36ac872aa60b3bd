import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { tagLengthMax, tagsMax, type Asset } from '#contract/assets.ts'
import type { AssetPatch } from '#contract/asset-requests.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Suggestions } from '#ui/fields/suggestions.tsx'
import { t } from '#languages/library.ts'
import { libraryQueries, useChangeAsset } from '../queries/library-queries.ts'

export function AssetLabels({ asset }: { asset: Asset }) {
  const { data: summary } = useQuery(libraryQueries.summary())
  const { mutate } = useChangeAsset()
  const change = (patch: AssetPatch) =>
    mutate(
      { id: asset.id, patch },
      {
        onError: reportFailure(t('Could not save the change')),
      },
    )
  const { tags, folder } = asset
  const other = summary?.tags.flatMap(({ name }) => (tags.includes(name) ? [] : [name])) ?? []

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        {tags.map((tag) => (
          <span
            key={tag}
            className="inline-flex h-7 max-w-full items-center rounded-md bg-pressed ps-2 text-xs"
          >
            <span className="truncate">{tag}</span>
            <IconButton
              label={t('Remove the tag {tag}', { tag })}
              size="sm"
              icon={<X aria-hidden />}
              onClick={() => change({ tags: tags.filter((one) => one !== tag) })}
            />
          </span>
        ))}
        {tags.length < tagsMax && (
          <Entry
            label={t('Add a tag')}
            suggestions={other}
            onEnter={(tag) => change({ tags: [...tags, tag] })}
          />
        )}
      </div>
      <div className="flex items-center gap-1.5">
        <FolderEntry
          key={folder}
          folder={folder ?? ''}
          suggestions={summary?.folders.map(({ name }) => name) ?? []}
          onEnter={(name) => change({ folder: name === '' ? null : name })}
        />
      </div>
    </div>
  )
}

type EntryProps = {
  label: string
  suggestions: readonly string[]
  onEnter: (text: string) => void
}

function Entry({ label, suggestions, onEnter }: EntryProps) {
  const [text, setText] = useState('')
  const listId = useId()
  const enter = () => {
    if (text.trim() !== '') onEnter(text.trim())
    setText('')
  }
  return (
    <>
      <TextField
        aria-label={label}
        placeholder={label}
        icon={<Plus />}
        list={listId}
        maxLength={tagLengthMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={enter}
        onKeyDown={(event) => event.key === 'Enter' && enter()}
        className="w-32"
      />
      <Suggestions id={listId} names={suggestions} />
    </>
  )
}

type FolderEntryProps = Omit<EntryProps, 'label'> & { folder: string }

function FolderEntry({ folder, suggestions, onEnter }: FolderEntryProps) {
  const [text, setText] = useState(folder)
  const listId = useId()
  const enter = () => text.trim() !== folder && onEnter(text.trim())
  return (
    <>
      <TextField
        aria-label={t('Folder')}
        placeholder={t('No folder')}
        list={listId}
        maxLength={tagLengthMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={enter}
        onKeyDown={(event) => {
          if (event.key === 'Enter') enter()
          if (event.key === 'Escape') {
            event.preventDefault()
            setText(folder)
          }
        }}
      />
      <Suggestions id={listId} names={suggestions} />
    </>
  )
}
