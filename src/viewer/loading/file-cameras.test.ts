import { Box3, Group, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three'
import { expect, it } from 'vitest'
import { listCameras } from './file-cameras.ts'

const near = (value: number): number => expect.closeTo(value) as number

it('listCameras lists the cameras of a scene in the viewer’s coordinates', () => {
  const scene = new Group()
  const rig = new Group()
  rig.name = 'Door'
  rig.position.set(1, 2, 3)
  rig.add(new PerspectiveCamera(40))
  const plan = new OrthographicCamera()
  plan.name = 'Plan_A'
  plan.userData['name'] = 'Plan A.'
  plan.rotation.x = -Math.PI / 2
  const broken = new PerspectiveCamera(40)
  broken.position.x = NaN
  scene.add(rig, plan, broken)
  scene.updateMatrixWorld(true)
  const box = new Box3(new Vector3(0, 1, 0), new Vector3(2, 5, 2))
  const bounds = { box, centre: new Vector3(1, 3, 1), radius: 3 }
  expect(listCameras(scene, bounds)).toEqual([
    { name: 'Door', position: [0, 1, 2], direction: [near(0), near(0), -1], fovDegrees: 40 },
    {
      name: 'Plan A.',
      position: [-1, -1, -1],
      direction: [near(0), -1, near(0)],
      fovDegrees: undefined,
    },
  ])
})
