import { preloadModel } from '#viewer/loading/preload.ts'
import { warmUp } from '#viewer/warm-up.ts'
import { modelUrl } from './model-url.ts'

declare global {
  interface Window {
    showModel?: (url: string | undefined) => void
    heldBytes?: () => number
  }
}

// The download starts before the code of the viewer is loaded, as in the studio.
if (modelUrl) preloadModel(modelUrl)
warmUp()
const [{ createRoot }, { Viewer }, { models }] = await Promise.all([
  import('react-dom/client'),
  import('#viewer/viewer.tsx'),
  import('#viewer/loading/models.ts'),
])
const root = createRoot(document.getElementById('root') ?? document.body)

window.showModel = (url) =>
  root.render(<Viewer {...(url !== undefined && { model: { url, title: 'Model' } })} />)
window.heldBytes = () => {
  models.trim(0)
  return models.heldBytes()
}
window.showModel(modelUrl || undefined)
