import { loadDraws } from '#engine/thumbnail/load-draws.ts'
import { centreDepth, normalise, plainExtrude, type TriangleSolid } from '../views.ts'
import { median, percent, printTable } from '../../table.ts'
import { fetchModels } from './fetch-models.ts'
import { judgeShape, lookAround, type Nearness } from './judge-shape.ts'
import { selectHalf, readList, type ModelHalf } from './list.ts'
import { lookDistance } from './look-distance.ts'
import { reconstructModel, reconstructShape } from './make-shape.ts'
import { outlineHull } from './outline-hull.ts'
import { joinDraws, photograph } from './photograph.ts'
import {
  placedScene,
  readSubject,
  sideShots,
  shotNames,
  getCachedPicture,
  takeViews,
  getTrueSolid,
  type ShotName,
} from './take-pictures.ts'

const deepShots = ['straight', 'oblique'] as const

const boardDepth = 0.4

type Judged = {
  name: string
  kind: string
  shots: Partial<Record<ShotName, Nearness>>
  deep: Partial<Record<ShotName, Nearness>>
  around?: Nearness
  hull?: Nearness
  board: Nearness
  /** Visual difference between the result and the true model, seen at an angle of 45°. */
  look: number
}

/**
 * Measures the engine with models of other authors, with four pictures per model.
 * `BOZZETTO_BENCH_HALF=tuning` selects the half that is used for tuning. `BOZZETTO_BENCH_EVERY=5`
 * selects every fifth model.
 */
export async function measureOthers(): Promise<Record<string, number>> {
  const half: ModelHalf = process.env['BOZZETTO_BENCH_HALF'] === 'tuning' ? 'tuning' : 'held_out'
  const every = Number(process.env['BOZZETTO_BENCH_EVERY'] ?? 1)
  const list = (await readList()).filter(({ name }) => selectHalf(name) === half)
  const chosen = list.filter((_, k) => k % every === 0)
  const judged: Judged[] = []
  for (const listed of chosen) {
    const glb = (await fetchModels([listed])).get(listed.name)
    if (glb) judged.push(await judgeModel(await readSubject(listed, glb)))
  }
  printKinds(judged)
  return { models: judged.length, ...getFigures(judged, half) }
}

async function judgeModel(subject: Awaited<ReturnType<typeof readSubject>>): Promise<Judged> {
  const shots: Partial<Record<ShotName, Nearness>> = {}
  for (const shot of shotNames) {
    const truth = lookAround(getTrueSolid(subject, shot))
    shots[shot] = judgeShape(
      truth,
      lookAround(await reconstructShape(await getCachedPicture(subject, shot))),
    )
  }
  const picture = await getCachedPicture(subject, 'straight')
  const truth = lookAround(getTrueSolid(subject, 'straight'))
  const deep: Judged['deep'] = {}
  for (const shot of deepShots) {
    const made = await reconstructShape(await getCachedPicture(subject, shot), { hasDepth: true })
    deep[shot] = judgeShape(lookAround(getTrueSolid(subject, shot)), lookAround(made))
  }
  const views = subject.isFlat ? undefined : await takeViews(subject)
  const around = views && judgeShape(truth, lookAround(await reconstructShape(picture, { views })))
  const hull = views && judgeShape(truth, lookAround(getHull(subject)))
  const board = judgeShape(truth, lookAround(plainExtrude(truth.front, boardDepth)))
  const look = await judgeLook(subject)
  return {
    name: subject.name,
    kind: subject.kind,
    shots,
    deep,
    board,
    look,
    ...(around && { around }),
    ...(hull && { hull }),
  }
}

function getHull(subject: Awaited<ReturnType<typeof readSubject>>): TriangleSolid {
  const angles = [{ yaw: 0, pitch: 0 }, ...Object.values(sideShots)]
  return outlineHull(centreDepth(getTrueSolid(subject, 'straight')), angles)
}

const lookShot = { yaw: 45, pitch: 20, fov: 0, isPlaced: true } as const
const lookSide = 192

async function judgeLook(subject: Awaited<ReturnType<typeof readSubject>>): Promise<number> {
  const made = joinDraws(
    await loadDraws(await reconstructModel(await getCachedPicture(subject, 'straight'))),
  )
  const scenes = [placedScene(subject, 'straight'), { ...made, ...centreDepth(normalise(made)) }]
  const [truth, own] = scenes.map((scene) =>
    photograph({ ...scene, ...centreDepth(scene) }, lookShot, lookSide),
  )
  return lookDistance(truth, own)
}

function printKinds(judged: readonly Judged[]): void {
  const rows = [
    [
      'kind',
      'models',
      'straight',
      'oblique',
      '24°',
      '45°',
      'four sides',
      'their hull',
      'with depth',
      'oblique, too',
      'board',
      'depth',
      'look',
    ],
  ]
  for (const kind of [...new Set(judged.map((each) => each.kind)), 'all']) {
    const of = judged.filter((each) => kind === 'all' || each.kind === kind)
    const sides = (pick: (each: Judged) => Nearness | undefined) =>
      percent(computeMean(of.flatMap((each) => pick(each)?.sides ?? [])))
    rows.push([
      kind,
      String(of.length),
      ...shotNames.map((shot) => sides((each) => each.shots[shot])),
      sides((each) => each.around),
      sides((each) => each.hull),
      ...deepShots.map((shot) => sides((each) => each.deep[shot])),
      sides((each) => each.board),
      median(of.flatMap((each) => each.shots.straight?.depthRatio ?? [])).toFixed(2),
      computeMean(of.map((each) => each.look)).toFixed(3),
    ])
  }
  printTable(rows)
  console.log(
    '(overlap of silhouettes from eight unseen sides; depth: median of made / true; look: how unlike from 45°)',
  )
}

function getFigures(judged: readonly Judged[], half: ModelHalf): Record<string, number> {
  const mean = (pick: (each: Judged) => number | undefined) =>
    round(computeMean(judged.flatMap((each) => pick(each) ?? [])))
  const fraction = (is: (each: Judged) => boolean, of = judged) =>
    round(of.filter(is).length / Math.max(1, of.length))
  const straight = (each: Judged) => each.shots.straight
  const around = judged.filter((each) => each.around)
  const getGain = (shot: (typeof deepShots)[number]) =>
    mean((each) => each.deep[shot]?.sides) - mean((each) => each.shots[shot]?.sides)
  return {
    [`sides_${half}`]: mean((each) => straight(each)?.sides),
    sides_oblique: mean((each) => each.shots.oblique?.sides),
    sides_lens24: mean((each) => each.shots.lens24?.sides),
    sides_lens45: mean((each) => each.shots.lens45?.sides),
    sides_board: mean((each) => each.board.sides),
    below_board_share: fraction((each) => (straight(each)?.sides ?? 0) < each.board.sides),
    depth_ratio_median: round(median(judged.flatMap((each) => straight(each)?.depthRatio ?? []))),
    depth_ratio_within_third: fraction(
      (each) => Math.abs(Math.log(straight(each)?.depthRatio ?? 9)) < Math.log(4 / 3),
    ),
    depth_error: mean((each) => straight(each)?.depthError),
    normal_error_others_degrees: mean((each) => straight(each)?.normals),
    look_distance_45: mean((each) => each.look),
    f_score: mean((each) => straight(each)?.fScore),
    iou_input_view_others: mean((each) => straight(each)?.front),
    [`four_sides_${half}`]: mean((each) => each.around?.sides),
    four_sides_hull: mean((each) => each.hull?.sides),
    four_sides_worse_share: fraction(
      (each) => (each.around?.sides ?? 1) < (straight(each)?.sides ?? 0),
      around,
    ),
    depth_oracle_gain: round(getGain('straight')),
    depth_oracle_gain_oblique: round(getGain('oblique')),
    depth_oracle_ratio_median: round(
      median(judged.flatMap((each) => each.deep.straight?.depthRatio ?? [])),
    ),
  }
}

const computeMean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const round = (value: number) => Number(value.toFixed(4))
