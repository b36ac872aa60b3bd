import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageTo3d } from '#engine/image-to-3d.ts'
import type { ViewPictures } from '#engine/params.ts'
import { weightsPath } from '#engine/testing/weights-path.fixture.ts'
import { judge, calculateMean, pose, loadSolid, type Judgement } from './judge.ts'
import { prototypeMean, prototypeSides } from './prototype.ts'
import { writeSheet } from './sheet.ts'
import { makeTruths } from './truth.ts'
import { plainExtrude } from './views.ts'
import { percent, printTable } from '../table.ts'

/**
 * Thickness of the flat shape for comparison, as a fraction of the picture's long side. This value
 * gives the best result for these models.
 */
const boardDepth = 0.4

/**
 * Measures the engine with models of known shape. Renders each model, generates a model from the
 * picture, and compares the result with the original from the front and from eight other
 * directions. Repeats the comparison with pictures of the back, left and right.
 */
export async function measureQuality(): Promise<Record<string, number>> {
  const rows: string[][] = [
    ['model', 'front', 'sides', 'with views', 'extrude', 'prototype', 'normals', 'by extrude'],
  ]
  const ours: Judgement[] = []
  const around: Judgement[] = []
  const boards: Judgement[] = []
  const shown = []
  for (const truth of await makeTruths()) {
    const posed = await pose(truth)
    const make = async (views?: ViewPictures) => {
      const params = { face_limit: 20_000, texture: false, pbr: false }
      const { glb } = await imageTo3d(posed.picture, { params, weightsPath, views })
      return loadSolid(glb)
    }
    const solid = await make()
    const made = judge(posed, solid)
    const seenAround = judge(posed, await make(posed.views))
    const board = judge(posed, plainExtrude(posed.front, boardDepth))
    ours.push(made)
    around.push(seenAround)
    boards.push(board)
    shown.push({ truth: posed, solid })
    rows.push([
      truth.name,
      percent(made.front),
      percent(made.sides),
      percent(seenAround.sides),
      percent(board.sides),
      percent(prototypeSides[truth.name]),
      degrees(made.normals),
      degrees(board.normals),
    ])
  }
  const [mean, aroundMean, boardMean] = [ours, around, boards].map(calculateMean)
  rows.push([
    'mean',
    percent(mean.front),
    percent(mean.sides),
    percent(aroundMean.sides),
    percent(boardMean.sides),
    percent(prototypeMean.sides),
    degrees(mean.normals),
    degrees(boardMean.normals),
  ])
  printTable(rows)
  const sheet = join(tmpdir(), 'bozzetto-engine-quality.png')
  await writeSheet(sheet, shown)
  console.log(`(overlap of silhouettes and angle between surfaces; pictures in ${sheet})`)

  return {
    iou_input_view: round(mean.front),
    iou_side_mean: round(mean.sides),
    iou_input_view_of_four: round(aroundMean.front),
    iou_side_mean_of_four: round(aroundMean.sides),
    iou_side_extrude: round(boardMean.sides),
    iou_side_prototype: round(prototypeMean.sides),
    normal_error_degrees: Number(mean.normals.toFixed(2)),
    normal_error_extrude: Number(boardMean.normals.toFixed(2)),
    normal_error_prototype: Number(prototypeMean.normals.toFixed(2)),
  }
}

const degrees = (value: number) => `${value.toFixed(1)}°`

const round = (value: number) => Number(value.toFixed(4))
