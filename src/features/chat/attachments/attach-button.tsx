import BookText from 'lucide-react/icons/book-text'
import Box from 'lucide-react/icons/box'
import Camera from 'lucide-react/icons/camera'
import Paperclip from 'lucide-react/icons/paperclip'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/app.ts'

type AttachButtonProps = {
  onFiles: (files: File[]) => void
  /**
   * Opens the list of models (`@`) or of commands (`/`). Undefined if there are no models and no
   * commands.
   */
  onType?: ((sign: '/' | '@') => void) | undefined
}

const loadCamera = async () => (await import('./camera-dialog.tsx')).CameraDialog
const accepted =
  'image/*,.heic,.heif,application/pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.epub,.zip,text/*,.md,.json,.csv,.tsv,.yaml,.yml,.toml,.xml,.log,.js,.jsx,.ts,.tsx,.py,.rs,.go,.java,.c,.h,.cpp,.cs,.rb,.php,.sh,.sql,.html,.css'

export function AttachButton({ onFiles, onType }: AttachButtonProps) {
  const files = useRef<HTMLInputElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const [isCameraOpen, setIsCameraOpen] = useState(false)

  const take = ({ target }: { target: HTMLInputElement }) => {
    onFiles([...(target.files ?? [])])
    // Browsers fire no change event if the user selects the same file twice.
    target.value = ''
  }
  const openCamera = () => {
    // On phones, open the native camera app, which takes better pictures than a web page.
    if (matchMedia('(pointer: coarse)').matches) photo.current?.click()
    else setIsCameraOpen(true)
  }
  const hidden = { type: 'file', hidden: true, tabIndex: -1, onChange: take } as const
  return (
    <>
      <Menu
        align="start"
        side="top"
        trigger={attachTrigger}
        items={[
          {
            label: t('Pictures and files…'),
            icon: <Paperclip />,
            onSelect: () => files.current?.click(),
          },
          { label: t('Take a picture…'), icon: <Camera />, onSelect: openCamera },
          ...(onType
            ? ([
                'separator',
                {
                  label: t('A model from the library'),
                  icon: <Box />,
                  keys: '@',
                  onSelect: () => onType('@'),
                },
                {
                  label: t('Prompts and commands'),
                  icon: <BookText />,
                  keys: '/',
                  onSelect: () => onType('/'),
                },
              ] as const)
            : []),
        ]}
      />
      <input
        ref={files}
        {...hidden}
        multiple
        accept={accepted}
        aria-label={t('Pictures and files')}
      />
      <input
        ref={photo}
        {...hidden}
        accept="image/*"
        capture="environment"
        aria-label={t('Camera')}
      />
      <Loaded
        load={loadCamera}
        isWanted={isCameraOpen}
        props={{ isOpen: isCameraOpen, onClose: () => setIsCameraOpen(false), onFiles }}
      />
    </>
  )
}

const attachTrigger = (trigger: OverlayTriggerProps) => (
  <IconButton {...trigger} label={t('Add files')} icon={<Plus aria-hidden />} />
)
