import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { fileName } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { saveFile } from '#ui/save-file.ts'
import { canShareFile } from '#ui/sharing/share-file.ts'
import { ShareFileButton } from '#ui/sharing/share-file-button.tsx'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { VideoSection } from './video-section.tsx'

type Format = 'screen' | 'square' | 'wide' | 'fourK' | 'portrait' | 'own'
type Backdrop = 'none' | 'page' | 'white' | 'grey' | 'black'

const formats: readonly { value: Format; label: string; size?: readonly [number, number] }[] = [
  { value: 'screen', label: t('Screen size, 2×') },
  { value: 'square', label: t('Square, 2048 × 2048'), size: [2048, 2048] },
  { value: 'wide', label: t('Wide, 1920 × 1080'), size: [1920, 1080] },
  { value: 'fourK', label: t('Wide, 3840 × 2160'), size: [3840, 2160] },
  { value: 'portrait', label: t('Portrait, 1080 × 1350'), size: [1080, 1350] },
  { value: 'own', label: t('Custom size') },
]

const backdrops: readonly { value: Backdrop; label: string }[] = [
  { value: 'none', label: t('Transparent') },
  { value: 'page', label: t('Page colour') },
  { value: 'white', label: t('White') },
  { value: 'grey', label: t('Grey') },
  { value: 'black', label: t('Black') },
]

const sideMax = 8192

export function ScreenshotPanel({ editor }: PanelProps) {
  const { viewer, model } = editor
  const [format, setFormat] = useState<Format>('screen')
  const [own, setOwn] = useState<readonly [number, number]>([1600, 1200])
  const [backdrop, setBackdrop] = useState<Backdrop>('none')
  const [isBusy, setIsBusy] = useState(false)

  const pngName = fileName(model.title, 'png')
  const shoot = () => {
    const preset = formats.find(({ value }) => value === format)?.size
    const [widthPx, heightPx] = format === 'own' ? own : (preset ?? [0, 0])
    const wish = { background: getCss(backdrop), ...(widthPx > 0 && { widthPx, heightPx }) }
    return viewer.current?.picture(wish)
  }

  const take = async (give: (picture: Blob) => Promise<void> | void) => {
    setIsBusy(true)
    try {
      const picture = await shoot()
      if (picture) await give(picture)
    } catch (error) {
      const detail =
        error instanceof RangeError
          ? error.message
          : error instanceof DOMException && error.name === 'NotAllowedError'
            ? t('The browser does not allow this page to copy. Save the PNG instead.')
            : t('The browser could not create the image.')
      showToast({ kind: 'error', title: t('Screenshot failed'), detail })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <FormField label={t('Size')}>
        <Select value={format} options={formats} onValueChange={setFormat} />
      </FormField>
      {format === 'own' && (
        <div className="flex items-center gap-2">
          {([t('Width'), t('Height')] as const).map((name, at) => (
            <NumberField
              key={name}
              aria-label={name}
              value={own[at]}
              min={16}
              max={sideMax}
              step={1}
              isInteger
              unit="px"
              onValueChange={(value) =>
                setOwn(at === 0 ? [value ?? 16, own[1]] : [own[0], value ?? 16])
              }
            />
          ))}
        </div>
      )}
      <FormField label={t('Background')}>
        <Select value={backdrop} options={backdrops} onValueChange={setBackdrop} />
      </FormField>
      <div className="flex flex-wrap gap-2">
        <ShareFileButton
          label="PNG"
          name={pngName}
          mimeType="image/png"
          make={async () => shoot()}
          isMain
          disabled={isBusy}
          className="flex-1"
        />
        <Button
          variant={canShareFile({ name: pngName, mimeType: 'image/png' }) ? 'secondary' : 'primary'}
          className="flex-1"
          icon={<Download aria-hidden />}
          isLoading={isBusy}
          onClick={() => void take((picture) => saveFile(picture, pngName))}
        >
          {t('Save PNG')}
        </Button>
        {typeof ClipboardItem === 'function' && (
          <Button
            icon={<Copy aria-hidden />}
            disabled={isBusy}
            onClick={() => void take(copyPicture)}
          >
            {t('Copy')}
          </Button>
        )}
      </div>
      <VideoSection editor={editor} background={getCss(backdrop)} />
    </>
  )
}

function getCss(backdrop: Backdrop): string | undefined {
  switch (backdrop) {
    case 'none':
      return undefined
    case 'page':
      return getComputedStyle(document.documentElement).backgroundColor
    case 'grey':
      return '#808080'
    case 'white':
    case 'black':
      return backdrop
  }
}

async function copyPicture(picture: Blob): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
  showToast({ title: t('Copied') })
}
