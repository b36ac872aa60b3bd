import { useState } from 'react'
import {
  type MaterialChange,
  type NewPicture,
  replaceableUses,
  type ReplaceableUse,
} from '#model-files/edit/edit-steps.ts'
import { buttonClass } from '#ui/actions/button-class.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/viewer.ts'
import type { MaterialSettings } from '../state/material-facts.ts'

type Chosen = { file: NewPicture; bitmap: ImageBitmap }

type PictureSlotsProps = {
  settings: MaterialSettings
  pictures: NonNullable<MaterialChange['pictures']>
  onPicture: (use: ReplaceableUse, made: Chosen | 'none') => void
}

const labels: Record<ReplaceableUse, string> = {
  color: t('Base colour'),
  normal: t('Normals'),
  surface: t('Metal and roughness'),
  emissive: t('Emissive'),
}
const types = 'image/png,image/jpeg,image/webp'
const bytesMax = 64 * 1024 * 1024

/** Lists the textures of a material, each of which can be replaced or removed. */
export function PictureSlots({ settings, pictures, onPicture }: PictureSlotsProps) {
  const uses = settings.surface ? replaceableUses : (['color'] as const)
  return (
    <ul aria-label={t('Textures')} className="grid gap-1.5">
      {uses.map((use) => {
        const chosen = pictures[use]
        const isThere = chosen === undefined ? settings.pictures.includes(use) : chosen !== 'none'
        return (
          <li key={use} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{labels[use]}</span>
              <span className="block truncate text-xs text-ink-muted">
                {chosen === undefined || chosen === 'none'
                  ? isThere
                    ? t('Texture of the model')
                    : t('No texture')
                  : chosen.name}
              </span>
            </span>
            {isThere && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('Remove the texture of {labels}', { labels: labels[use] })}
                onClick={() => onPicture(use, 'none')}
              >
                {t('Remove')}
              </Button>
            )}
            <PictureChoice
              label={t('Choose a texture for {labels}', { labels: labels[use] })}
              onChosen={(made) => onPicture(use, made)}
            />
          </li>
        )
      })}
    </ul>
  )
}

type PictureChoiceProps = { label: string; onChosen: (made: Chosen) => void }

function PictureChoice({ label, onChosen }: PictureChoiceProps) {
  const [isReading, setIsReading] = useState(false)
  const take = async (file: File) => {
    setIsReading(true)
    try {
      onChosen(await readPicture(file))
    } catch {
      showToast({
        kind: 'error',
        title: t('Could not read “{name}”', { name: file.name }),
        detail: t('Choose a PNG, JPEG or WebP of at most 64 MB.'),
      })
    } finally {
      setIsReading(false)
    }
  }
  return (
    <label
      className={cn(
        buttonClass('secondary'),
        'h-7 cursor-pointer px-2.5 text-xs focus-within:outline-2 focus-within:outline-accent coarse:h-11',
      )}
    >
      {isReading ? t('Reading') : t('Choose')}
      <input
        type="file"
        accept={types}
        aria-label={label}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void take(file)
        }}
      />
    </label>
  )
}

async function readPicture(file: File): Promise<Chosen> {
  if (file.size > bytesMax || !types.split(',').includes(file.type)) throw new TypeError(file.type)
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: 'none' })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const name = file.name.replace(/\.[^.]+$/, '')
  return { file: { bytes, mimeType: file.type, name }, bitmap }
}
