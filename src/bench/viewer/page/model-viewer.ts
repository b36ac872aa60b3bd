import '@google/model-viewer/dist/model-viewer.min.js'
import { modelUrl } from './model-url.ts'

const element = document.createElement('model-viewer')
element.setAttribute('src', modelUrl)
element.setAttribute('camera-controls', '')
document.getElementById('root')?.append(element)
