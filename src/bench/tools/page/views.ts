import { Box3, Color, PerspectiveCamera, PMREMGenerator, Scene, Sphere, WebGLRenderer } from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

declare global {
  interface Window {
    /**
     * Loads a model, renders four sides into one picture, and encodes it as JPEG. @returns its size
     * in bytes.
     */
    drawViews?: (url: string) => Promise<number>
  }
}

const sheetPx = 1_024
const sidePx = sheetPx / 2
const yaws = [0, 90, 180, -90]

const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true })
renderer.setSize(sidePx, sidePx, false)
const generator = new PMREMGenerator(renderer)
const { texture: environment } = generator.fromScene(new RoomEnvironment(), 0.04)
const sheet = new OffscreenCanvas(sheetPx, sheetPx)
const context = sheet.getContext('2d')

window.drawViews = async (url) => {
  const { scene: model } = await new GLTFLoader().loadAsync(url)
  const scene = new Scene()
  scene.environment = environment
  scene.background = new Color(0xffffff)
  scene.add(model)
  const { center, radius } = new Box3().setFromObject(model).getBoundingSphere(new Sphere())
  const camera = new PerspectiveCamera(30, 1, radius / 100, radius * 100)
  const distance = radius / Math.sin((15 * Math.PI) / 180)
  yaws.forEach((degrees, at) => {
    const yaw = (degrees * Math.PI) / 180
    camera.position.set(Math.sin(yaw), 0, Math.cos(yaw)).multiplyScalar(distance).add(center)
    camera.lookAt(center)
    renderer.render(scene, camera)
    context?.drawImage(renderer.domElement, (at % 2) * sidePx, Math.floor(at / 2) * sidePx)
  })
  const { size } = await sheet.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
  return size
}
