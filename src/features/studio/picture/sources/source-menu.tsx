import { Box, Camera, History, ImagePlus, Link } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import type { MenuItem } from '#ui/overlays/menu-props.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { useCanvasView } from '../canvas-view.ts'
import type { Picture } from '../../state/picture.ts'

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
      aria-label={`More sources for ${title}`}
    >
      More sources
    </Button>
  )

type SourceMenuProps = {
  /** What the pictures are for, in words: `Picture`. */
  title: string
  /** A picture that is still to be sent. */
  onFile: (file: Blob, name: string) => void
  /** A picture that is stored already. */
  onPicture: (picture: Picture) => void
}

/** The ways to a picture besides choosing, dropping and pasting a file. */
export function SourceMenu({ title, onFile, onPicture }: SourceMenuProps) {
  const [open, setOpen] = useState<'address' | 'webcam' | 'recent'>()
  const camera = useRef<HTMLInputElement>(null)
  const view = useCanvasView()
  useEffect(() => {
    prefetch(loadDialogs)
    prefetch(loadTakeView)
  }, [])

  const items: MenuItem[] = [
    {
      label: 'Recent…',
      icon: <History aria-hidden />,
      onSelect: () => setOpen('recent'),
    },
    {
      label: 'From a web address…',
      icon: <Link aria-hidden />,
      onSelect: () => setOpen('address'),
    },
    {
      label: 'Take a photo…',
      icon: <Camera aria-hidden />,
      // A phone's own camera is better at it, and works without HTTPS too.
      onSelect: () => {
        if (matchMedia('(pointer: coarse)').matches) camera.current?.click()
        else setOpen('webcam')
      },
    },
    {
      label: 'Current canvas view',
      icon: <Box aria-hidden />,
      isDisabled: view === undefined,
      onSelect: () => void loadTakeView().then((take) => view && take(view, onFile), console.warn),
    },
  ]
  return (
    <>
      <Menu align="start" items={items} trigger={sourceButton(title)} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={`Photo for ${title}`}
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
