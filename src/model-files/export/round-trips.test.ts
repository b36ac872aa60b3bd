// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate'
import { AnimationMixer, type BufferGeometry, Group, Mesh, type Object3D, Vector3 } from 'three'
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js'
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js'
import { STLLoader } from 'three/addons/loaders/STLLoader.js'
import { USDLoader } from 'three/addons/loaders/USDLoader.js'
import { describe, expect, it } from 'vitest'
import { makeArm } from '../mesh/pose/arm.fixture.ts'
import { convertGlb } from './convert.ts'

const seconds = 0.6
const pictures = {
  decode: () => Promise.reject(new Error('No picture.')),
  toPng: () => Promise.reject(new Error('No picture.')),
}

function measure(root: Object3D) {
  root.updateMatrixWorld(true)
  const [low, high] = [
    new Vector3(Infinity, Infinity, Infinity),
    new Vector3().setScalar(-Infinity),
  ]
  let area = 0
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const { index, attributes } = object.geometry as BufferGeometry
    const points = Array.from({ length: index?.count ?? attributes['position']!.count }, (_, at) =>
      object
        .getVertexPosition(index ? index.getX(at) : at, new Vector3())
        .applyMatrix4(object.matrixWorld),
    )
    for (const point of points) {
      low.min(point)
      high.max(point)
    }
    for (let at = 0; at + 2 < points.length; at += 3) {
      const [a, b, c] = points.slice(at, at + 3) as [Vector3, Vector3, Vector3]
      area += b.clone().sub(a).cross(c.clone().sub(a)).length() / 2
    }
  })
  return { sides: high.sub(low).toArray(), area }
}

function play(root: Object3D): Object3D {
  const [clip] = root.animations
  if (clip) {
    const mixer = new AnimationMixer(root)
    mixer.clipAction(clip).play()
    mixer.setTime(seconds)
  }
  return root
}

const toBuffer = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer
const toMesh = (geometry: BufferGeometry) => new Group().add(new Mesh(geometry))

const readers = {
  stl: (bytes: Uint8Array) => toMesh(new STLLoader().parse(toBuffer(bytes))),
  ply: (bytes: Uint8Array) => toMesh(new PLYLoader().parse(toBuffer(bytes))),
  '3mf': (bytes: Uint8Array) => new ThreeMFLoader().parse(toBuffer(bytes)),
  obj: (bytes: Uint8Array) => new OBJLoader().parse(strFromU8(unzipSync(bytes)['arm.obj']!)),
  usdz: (bytes: Uint8Array) =>
    play(new USDLoader().parse(strFromU8(unzipSync(bytes)['model.usda']!))),
} as const

describe('convertGlb of an animated model', () => {
  it.each(Object.keys(readers) as (keyof typeof readers)[])(
    'writes the visible pose to %s, with the size and area that three.js shows',
    async (format) => {
      const glb = await makeArm()
      const gltf = await new GLTFLoader().parseAsync(toBuffer(glb), '')
      const shown = measure(play(Object.assign(gltf.scene, { animations: gltf.animations })))
      const { bytes } = await convertGlb(
        glb,
        { format, name: 'arm', pose: { clip: 0, seconds } },
        { pictures },
      )
      const isForPrint = format === 'stl' || format === '3mf'
      const scale = isForPrint ? 1000 : 1
      const read = measure(readers[format](bytes))
      const [x = 0, y = 0, z = 0] = read.sides.map((side) => side / scale)
      const sides = isForPrint ? [x, z, y] : [x, y, z]
      const longest = Math.max(...shown.sides)
      for (const [axis, side] of sides.entries()) {
        expect(Math.abs(side - shown.sides[axis]!) / longest).toBeLessThan(0.001)
      }
      expect(Math.abs(read.area / scale ** 2 / shown.area - 1)).toBeLessThan(0.005)
    },
  )
})
