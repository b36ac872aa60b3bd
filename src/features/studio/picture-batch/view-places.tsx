import { useCallback } from 'react'
import { Select } from '#ui/fields/select.tsx'
import { t } from '#languages/studio.ts'
import type { PictureSlot } from '../state/picture-slots.ts'

type ViewPlacesProps = {
  places: readonly PictureSlot[]
  files: readonly File[]
  keys: readonly (string | undefined)[]
  onChange: (keys: (string | undefined)[]) => void
}

const leftOut = ''

/** Renders a form that assigns pictures to sides. Selecting an occupied side swaps two pictures. */
export function ViewPlaces({ places, files, keys, onChange }: ViewPlacesProps) {
  const options = [
    ...places.map(({ key, title, isRequired }) => ({
      value: key,
      label: isRequired ? t('{title} (required)', { title }) : title,
    })),
    { value: leftOut, label: t('Not used') },
  ]
  const put = (at: number, key: string) => {
    const before = keys[at]
    const wanted = key === leftOut ? undefined : key
    onChange(
      keys.map((held, other) => {
        if (other === at) return wanted
        return wanted !== undefined && held === wanted ? before : held
      }),
    )
  }
  return (
    <ul className="grid max-h-56 gap-1.5 overflow-y-auto ps-7">
      {files.map((file, at) => (
        <li key={`${file.name} ${at}`} className="flex items-center gap-2">
          <FileThumbnail file={file} />
          <span dir="auto" className="min-w-0 flex-1 truncate text-xs">
            {file.name}
          </span>
          <Select
            aria-label={t('Side of {name}', { name: file.name })}
            value={keys[at] ?? leftOut}
            onValueChange={(key) => put(at, key)}
            options={options}
            className="w-40 shrink-0"
          />
        </li>
      ))}
    </ul>
  )
}

function FileThumbnail({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return (
    <img ref={show} alt="" className="size-8 shrink-0 rounded-sm border border-line object-cover" />
  )
}
