import {
  AnimationClip,
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
  VectorKeyframeTrack,
} from 'three'
import { expect, it } from 'vitest'
import { motionRoom } from './motion-room.ts'

const rest = { centre: new Vector3(), radius: Math.sqrt(3) / 2 }

const moving = (name: string, metres: number) =>
  new AnimationClip('Move', 2, [
    new VectorKeyframeTrack(`${name}.position`, [0, 2], [0, 0, 0, metres, 0, 0]),
  ])

function box(): Group {
  const mesh = new Mesh(new BoxGeometry(1, 1, 1))
  mesh.name = 'Box'
  return new Group().add(mesh)
}

function bentBox(): Group {
  const geometry = new BoxGeometry(1, 1, 1)
  const { count } = geometry.getAttribute('position')
  const indices = new Uint16Array(count * 4)
  const weights = new Float32Array(count * 4).map((_, at) => (at % 4 === 0 ? 1 : 0))
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4))
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4))
  const mesh = new SkinnedMesh(geometry)
  const bone = new Bone()
  bone.name = 'Bone'
  const root = new Group().add(mesh, bone)
  root.updateMatrixWorld(true)
  mesh.bind(new Skeleton([bone]))
  return root
}

const move = (root: Group, clip: AnimationClip) => motionRoom({ root, clip, rest })

it.each([
  ['a part', box(), 'Box'],
  ['a bone', bentBox(), 'Bone'],
])('motionRoom contains a model while %s moves it, and restores its position', (_, root, name) => {
  const room = move(root, moving(name, 1.2))!
  // The model moves from 0.5 m on the left to 1.7 m on the right.
  expect(room.centre.x - room.radius).toBeLessThan(-0.5)
  expect(room.centre.x + room.radius).toBeGreaterThan(1.7)
  expect(room.radius).toBeLessThan(1.7)
  expect(room.goneBy).toBeUndefined()
  expect(root.getObjectByName(name)?.position.x).toBe(0)
})

it('motionRoom follows a walking model at a constant size', () => {
  const room = move(bentBox(), moving('Bone', 50))!
  expect(room.radius).toBeCloseTo(rest.radius)
  expect(room.centre.x).toBeCloseTo(0)
  expect(room.goneBy!(0).x).toBeCloseTo(0)
  expect(room.goneBy!(1).x).toBeCloseTo(25)
  expect(room.goneBy!(2).x).toBeCloseTo(50)
})

it('motionRoom keeps parts that fly apart large enough to recognise', () => {
  const [left, right] = [box(), box()]
  left.children[0]!.name = 'Left'
  const pair = new Group().add(left, right)
  const { centre, radius } = move(pair, moving('Left', -40))!
  expect(radius).toBeCloseTo(rest.radius * 4)
  expect(centre.x).toBeLessThan(0)
  expect(-centre.x + rest.radius).toBeLessThanOrEqual(radius + 1e-6)
})

it('motionRoom returns undefined for a clip within the model’s own bounds', () => {
  expect(move(box(), moving('Box', 0.02))).toBeUndefined()
})
