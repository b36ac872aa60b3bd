import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import type { CanvasView } from '../canvas-view.ts'

export async function takeCanvasView(
  view: CanvasView,
  onFile: (file: Blob, name: string) => void,
): Promise<void> {
  try {
    onFile(await view.take(), `${view.title} view.png`)
  } catch (error) {
    console.warn('The browser could not encode the image.', error)
    showToast({ kind: 'error', title: t('Could not capture the canvas'), detail: t('Try again.') })
  }
}
