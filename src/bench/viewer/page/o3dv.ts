import { EmbeddedViewer } from 'online-3d-viewer'
import { modelUrl } from './model-url.ts'

const parent = document.getElementById('root') ?? document.body
const viewer = new EmbeddedViewer(parent, {})
viewer.LoadModelFromUrlList([modelUrl])
