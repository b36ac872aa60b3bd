import { showToast } from '#ui/feedback/toasts.ts'
import type { CanvasView } from '../canvas-view.ts'

export async function takeCanvasView(
  view: CanvasView,
  onFile: (file: Blob, name: string) => void,
): Promise<void> {
  try {
    onFile(await view.take(), `${view.title} view.png`)
  } catch (error) {
    console.warn('The browser could not encode the image.', error)
    showToast({ kind: 'error', title: 'Could not capture the canvas', detail: 'Try again.' })
  }
}
