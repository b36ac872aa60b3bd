import type { Matrix4 } from 'three'
import { formatFloat, type TextWriter } from './text-writer.ts'
import type { NodePose } from '../mesh/pose/sample-animation.ts'
import type { Binding, Motion } from './usd-motion.ts'

// Writes UsdSkel: a skeleton, its animation and skinned points.

export const describeTimes = ({ framesPerSecond, frames }: Motion): string =>
  `    startTimeCode = 0\n    endTimeCode = ${formatFloat(frames.at(-1)?.time ?? 0)}\n` +
  `    timeCodesPerSecond = ${formatFloat(framesPerSecond)}\n    framesPerSecond = ${formatFloat(framesPerSecond)}\n`

export function writeBinding(text: TextWriter, { joints, weights }: Binding): void {
  const perVertex =
    ' (\n            elementSize = 4\n            interpolation = "vertex"\n        )\n'
  writeList(text, '        int[] primvars:skel:jointIndices', joints)
  text.write(perVertex)
  writeList(text, '        float[] primvars:skel:jointWeights', weights)
  text.write(perVertex)
  text.write(
    '        matrix4d primvars:skel:geomBindTransform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )\n' +
      '        rel skel:skeleton = </Model/Skeleton>\n',
  )
}

export function writeSkeleton(text: TextWriter, { joints, rest, frames }: Motion): void {
  const paths = joints.map(({ path }) => `"${path}"`).join(', ')
  const names = joints.map(({ name, path }) => `"${plain(name) || path}"`).join(', ')
  text.write(
    '    def Skeleton "Skeleton" (\n        prepend apiSchemas = ["SkelBindingAPI"]\n    )\n    {\n' +
      `        uniform token[] joints = [${paths}]\n` +
      `        uniform token[] jointNames = [${names}]\n` +
      `        uniform matrix4d[] bindTransforms = [${joints.map(({ bind }) => matrix(bind)).join(', ')}]\n` +
      `        uniform matrix4d[] restTransforms = [${rest.map(matrix).join(', ')}]\n` +
      '        rel skel:animationSource = </Model/Skeleton/Animation>\n\n' +
      '        def SkelAnimation "Animation"\n        {\n' +
      `            uniform token[] joints = [${paths}]\n`,
  )
  writeSamples(text, {
    name: 'float3[] translations',
    frames,
    of: ({ move: { x, y, z } }) => [x, y, z],
  })
  writeSamples(text, {
    name: 'quatf[] rotations',
    frames,
    of: ({ turn: { x, y, z, w } }) => [w, x, y, z],
  })
  writeSamples(text, {
    name: 'half3[] scales',
    frames,
    of: ({ scale: { x, y, z } }) => [x, y, z],
  })
  text.write('        }\n    }\n')
}

type Samples = {
  name: string
  frames: Motion['frames']
  of: (pose: NodePose) => number[]
}

function writeSamples(text: TextWriter, { name, frames, of }: Samples): void {
  text.write(`            ${name}.timeSamples = {\n`)
  for (const { time, poses } of frames) {
    const tuples = poses.map((pose) => `(${of(pose).map(formatFloat).join(', ')})`)
    text.write(`                ${formatFloat(time)}: [${tuples.join(', ')}],\n`)
  }
  text.write('            }\n')
}

function writeList(text: TextWriter, name: string, values: Uint16Array | Float32Array): void {
  text.write(`${name} = [`)
  for (let at = 0; at < values.length; at++) {
    text.write(`${at ? ', ' : ''}${formatFloat(values[at] ?? 0)}`)
  }
  text.write(']')
}

/** Formats a matrix for USD, where rows are the columns of three.js. */
const matrix = ({ elements }: Matrix4): string =>
  `( ${[0, 4, 8, 12]
    .map(
      (at) =>
        `(${elements
          .slice(at, at + 4)
          .map(formatFloat)
          .join(', ')})`,
    )
    .join(', ')} )`

/** Removes characters that could end a USD string. */
const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N} _.-]/gu, '').slice(0, 100)
