import { describe, expect, it } from 'vitest'
import type { PhotoLook } from '#lib/scan/live-messages.ts'
import { chooseFrames, explainFewFrames, type SeenFrame } from './pick-frames.ts'

const frame = (atSeconds: number, extra: Partial<PhotoLook> = {}): SeenFrame => ({
  atSeconds,
  look: {
    id: 1,
    width: 960,
    height: 540,
    markers: 20,
    sharpness: 0.8,
    direction: { azimuth: (atSeconds * 6) % 360, elevation: 30, distanceMm: 400 },
    ...extra,
  },
})

describe('chooseFrames', () => {
  it('chooses one frame for each direction, in the order of the video', () => {
    const seen = Array.from({ length: 240 }, (_, k) => frame(k / 4))
    const chosen = chooseFrames(seen)
    expect(chosen).toHaveLength(28)
    expect(chosen.map(({ atSeconds }) => atSeconds)).toEqual(
      chosen.map(({ atSeconds }) => atSeconds).toSorted((a, b) => a - b),
    )
  })

  it('prefers the sharpest frame, and leaves out blurred frames and frames without the mat', () => {
    const seen = [
      frame(0, { sharpness: 0.7 }),
      frame(0.5, { sharpness: 0.9 }),
      frame(20, { sharpness: 0.4 }),
      frame(30, { problem: 'no-markers', direction: undefined as never }),
      frame(40),
    ]
    expect(chooseFrames(seen).map(({ atSeconds }) => atSeconds)).toEqual([0.5, 40])
  })
})

describe('explainFewFrames', () => {
  it('names the most frequent problem', () => {
    const seen = [frame(0), frame(1, { problem: 'blurred' }), frame(2, { problem: 'blurred' })]
    expect(explainFewFrames(seen, [frame(0)], 8)).toMatch(
      /has 1 usable frames.*at least 8.*each is blurred/,
    )
    expect(explainFewFrames([frame(0)], [frame(0)], 8)).toMatch(/Walk all the way round/)
  })
})
