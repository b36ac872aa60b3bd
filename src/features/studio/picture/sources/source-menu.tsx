import ImagePlus from 'lucide-react/icons/image-plus'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { LoadedMenu } from '#ui/overlays/loaded-menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/studio.ts'
import type { CanvasView } from '../canvas-view.ts'
import type { StudioPicture } from '../../state/picture.ts'
import type { PictureSourceDialog } from './source-items.tsx'

const loadItems = async () => (await import('./source-items.tsx')).SourceItems
const loadDialogs = async () => (await import('./source-dialogs.tsx')).SourceDialogs
const loadTakeView = async () => (await import('./take-canvas-view.ts')).takeCanvasView

const sourceButton =
  (title: string): OverlayTrigger =>
  (props) => (
    <Button
      {...props}
      variant="ghost"
      size="sm"
      icon={<ImagePlus aria-hidden />}
      aria-label={t('More sources for {title}', { title })}
    >
      {t('More sources')}
    </Button>
  )

type SourceMenuProps = {
  title: string
  onFile: (file: Blob, name: string) => void
  onPicture: (picture: StudioPicture) => void
}

export function SourceMenu({ title, onFile, onPicture }: SourceMenuProps) {
  const [open, setOpen] = useState<PictureSourceDialog>()
  const camera = useRef<HTMLInputElement>(null)
  const trigger = sourceButton(title)
  useEffect(() => {
    prefetch(loadDialogs)
    prefetch(loadTakeView)
  }, [])

  const props = {
    trigger,
    onDialog: setOpen,
    // A phone's own camera app takes better pictures than the page and works without HTTPS.
    onCamera: () => {
      if (matchMedia('(pointer: coarse)').matches) camera.current?.click()
      else setOpen('webcam')
    },
    onView: (view: CanvasView) =>
      void loadTakeView().then((take) => take(view, onFile), console.warn),
  }
  return (
    <>
      <LoadedMenu load={loadItems} props={props} trigger={trigger} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('Photo for {title}', { title })}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file, file.name)
          event.target.value = ''
        }}
      />
      {open && (
        <Loaded
          load={loadDialogs}
          props={{ open, onClose: () => setOpen(undefined), onFile, onPicture }}
        />
      )}
    </>
  )
}
