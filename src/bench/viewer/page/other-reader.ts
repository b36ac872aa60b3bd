import { EmbeddedViewer } from 'online-3d-viewer'

const root = document.getElementById('root') ?? document.body
const input = document.querySelector('input')
const tell = (outcome: 'opened' | 'refused') => {
  document.body.dataset['outcome'] = outcome
}

input?.addEventListener('change', () => {
  const viewer = new EmbeddedViewer(root, {
    onModelLoaded: () => tell('opened'),
    onModelLoadFailed: () => tell('refused'),
  })
  viewer.LoadModelFromFileList([...(input.files ?? [])])
})
