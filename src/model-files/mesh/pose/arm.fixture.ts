import { Document, WebIO } from '@gltf-transform/core'

const quarter = Math.SQRT1_2

/**
 * Returns a GLB with an arm of two upward bones of one metre under a node with scale 2, a box and a
 * face. Within one second the elbow bends to the left, the box rises by a metre, and the face
 * smiles.
 */
export async function makeArm(): Promise<Uint8Array> {
  const document = new Document()
  const buffer = document.createBuffer()
  const list = (type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4', array: Float32Array | Uint16Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer)
  const corners = [0, 0, 0, 0.1, 1, 0, 0, 2, 0]
  const primitive = () =>
    document.createPrimitive().setAttribute('POSITION', list('VEC3', new Float32Array(corners)))
  const elbow = document.createNode('Elbow').setTranslation([0, 1, 0])
  const shoulder = document.createNode('Shoulder').addChild(elbow)
  const inverses = new Float32Array(32)
  for (const at of [0, 5, 10, 15, 16, 21, 26, 31]) inverses[at] = 1
  inverses[16 + 13] = -1
  const skin = document
    .createSkin()
    .addJoint(shoulder)
    .addJoint(elbow)
    .setInverseBindMatrices(list('MAT4', inverses))
  const joints = new Uint16Array([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
  const weights = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
  const bent = primitive()
    .setAttribute('JOINTS_0', list('VEC4', joints))
    .setAttribute('WEIGHTS_0', list('VEC4', weights))
  const mesh = document.createNode('Arm').setMesh(document.createMesh().addPrimitive(bent))
  const box = document
    .createNode('Box')
    .setTranslation([3, 0, 0])
    .setMesh(document.createMesh().addPrimitive(primitive()))
  const target = document
    .createPrimitiveTarget('smile')
    .setAttribute('POSITION', list('VEC3', new Float32Array([0, 0, 1, 0, 0, 0, 0, 0, -2])))
  const face = document
    .createMesh()
    .addPrimitive(primitive().addTarget(target))
    .setWeights([0.25])
    .setExtras({ targetNames: ['smile'] })
  const head = document.createNode('Face').setTranslation([-3, 0, 0]).setMesh(face)
  const rig = document.createNode('Rig').setScale([2, 2, 2]).addChild(shoulder)
  document.createScene().addChild(rig).addChild(mesh.setSkin(skin)).addChild(box).addChild(head)
  const times = list('SCALAR', new Float32Array([0, 1]))
  const turns = list('VEC4', new Float32Array([0, 0, 0, 1, 0, 0, quarter, quarter]))
  const moves = list('VEC3', new Float32Array([3, 0, 0, 3, 1, 0]))
  const smiles = list('SCALAR', new Float32Array([0, 1]))
  const animation = document.createAnimation('Wave')
  for (const [node, path, output] of [
    [elbow, 'rotation', turns],
    [box, 'translation', moves],
    [head, 'weights', smiles],
  ] as const) {
    const sampler = document.createAnimationSampler().setInput(times).setOutput(output)
    animation
      .addSampler(sampler)
      .addChannel(
        document
          .createAnimationChannel()
          .setTargetNode(node)
          .setTargetPath(path)
          .setSampler(sampler),
      )
  }
  return new WebIO().writeBinary(document)
}
