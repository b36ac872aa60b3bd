import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FilterPills } from '#ui/fields/filter-pills.tsx'
import { t } from '#languages/app.ts'
import { chatLibraryQueries } from './library-queries.ts'

type TagBarProps = { tag: string | undefined; onTag: (tag: string | undefined) => void }

const all = ''

/** Renders a filter with the tags of the person's chats. */
export function TagBar({ tag, onTag }: TagBarProps) {
  const { data } = useQuery(chatLibraryQueries.tags())
  const isGone = tag !== undefined && data?.every(({ name }) => name !== tag) === true
  useEffect(() => {
    if (isGone) onTag(undefined)
  }, [isGone, onTag])
  if (!data || data.length === 0) return null
  return (
    <FilterPills
      label={t('Filter by tag')}
      className="px-0.5 py-1.5"
      value={tag ?? all}
      onValueChange={(value) => onTag(value === all ? undefined : value)}
      options={[
        { value: all, label: t('All') },
        ...data.map(({ name }) => ({ value: name, label: name })),
      ]}
    />
  )
}
