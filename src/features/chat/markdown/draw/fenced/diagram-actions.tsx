import FileCode2 from 'lucide-react/icons/file-code-corner'
import ImageDown from 'lucide-react/icons/image-down'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { saveFile } from '#ui/save-file.ts'
import type { Diagram } from '../../../diagrams/draw-diagram.ts'

type DiagramActionsProps = {
  drawn: Diagram & { url: string }
  isLarge: boolean
  onLarge: (isLarge: boolean) => void
}

export const DiagramActions = ({ drawn, isLarge, onLarge }: DiagramActionsProps) => (
  <>
    <IconButton
      size="sm"
      label={isLarge ? 'Zoom out' : 'Zoom in'}
      icon={isLarge ? <ZoomOut aria-hidden /> : <ZoomIn aria-hidden />}
      onClick={() => onLarge(!isLarge)}
    />
    <IconButton
      size="sm"
      label="Download as SVG"
      icon={<FileCode2 aria-hidden />}
      onClick={() => saveFile(new Blob([drawn.svg], { type: 'image/svg+xml' }), 'diagram.svg')}
    />
    <IconButton
      size="sm"
      label="Download as PNG"
      icon={<ImageDown aria-hidden />}
      onClick={() => {
        savePng(drawn).catch(() =>
          showToast({
            title: 'Could not make a PNG of this diagram. Save it as SVG instead.',
            kind: 'error',
          }),
        )
      }}
    />
  </>
)

const pngScale = 2
/** Longest side of a canvas that all browsers support, in pixels. */
const sidePxMax = 8_192

async function savePng({ url, width, height }: DiagramActionsProps['drawn']): Promise<void> {
  const scale = Math.min(pngScale, sidePxMax / Math.max(width, height))
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser makes no canvas.')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('The canvas gave no picture.')
  saveFile(png, 'diagram.png')
}
